import { expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const options = { apiKey: await server.key(["*"]), baseUrl: server.address };
const contact = { name: "Ana", email: "ana@example.com" };

test("is openapi-fetch: it gives errors as values and the response with its headers", async () => {
  const { raw } = createClient(options);
  const created = await raw.POST("/v1/contacts", { body: contact });
  expect(created.response.headers.get("Location")).toBe(`/v1/contacts/${created.data?.data.id}`);
  const refused = await raw.POST("/v1/contacts", { body: contact });
  expect(refused.error?.error).toMatchObject({ code: "conflict", contact_id: created.data?.data.id });
});

test("separates lists by commas and repeats as the other client does", async () => {
  const asked: string[] = [];
  const { raw } = createClient({
    ...options,
    fetch: async (url, init) => {
      asked.push(url.replace(server.address, ""));
      if (asked.length === 1) throw new Error("The line broke.");
      return fetch(url, init);
    },
  });
  const query = { types: ["contact.created" as const, "ticket.created" as const] };
  const { data } = await raw.GET("/v1/events", { params: { query } });
  expect(data?.data.map(({ type }) => type)).toEqual(["contact.created"]);
  expect(asked).toEqual(Array(2).fill("/v1/events?types=contact.created,ticket.created"));
});

test("ends when its signal aborts", async () => {
  const stop = new AbortController();
  stop.abort(new Error("enough"));
  await expect(createClient(options).raw.GET("/v1/contacts", { signal: stop.signal })).rejects.toThrow(
    "enough",
  );
});
