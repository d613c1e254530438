import { expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const options = { apiKey: await server.key(["*"]), baseUrl: server.address };
const contact = { name: "Ana", email: "ana@example.com" };

test("raw is an openapi-fetch client: it returns errors as values, and the response with its headers", async () => {
  const { raw } = createClient(options);
  const created = await raw.POST("/v1/contacts", { body: contact });
  expect(created.response.headers.get("Location")).toBe(
    `/v1/contacts/${created.data?.data.id}`,
  );
  const refused = await raw.POST("/v1/contacts", { body: contact });
  expect(refused.error?.error).toMatchObject({
    code: "conflict",
    contact_id: created.data?.data.id,
  });
});

test.each(["json", "text", "blob", "arrayBuffer", "stream"] as const)(
  "raw reads a body as %s",
  async (parseAs) => {
    const { data, response } = await createClient(options).raw.GET("/v1/me", {
      parseAs,
    });
    const text =
      parseAs === "json"
        ? JSON.stringify(data)
        : await new Response(data as unknown as Blob).text();
    expect(JSON.parse(text)).toHaveProperty("data.object", "api_key");
    expect(await response.clone().json()).toEqual(JSON.parse(text));
  },
);

test("raw separates the values of a list by commas, and repeats a failed GET but no failed PATCH", async () => {
  const requests: string[] = [];
  const { raw } = createClient({
    ...options,
    fetch: async (url, init) => {
      requests.push(url.replace(server.address, ""));
      if (requests.length === 1 || init.method !== "GET")
        throw new Error("The line broke.");
      return fetch(url, init);
    },
  });
  const query = {
    types: ["contact.created" as const, "ticket.created" as const],
  };
  const { data } = await raw.GET("/v1/events", { params: { query } });
  expect(data?.data.map(({ type }) => type)).toEqual(["contact.created"]);
  expect(requests).toEqual(
    Array(2).fill("/v1/events?types=contact.created,ticket.created"),
  );
  const changing = raw.PATCH("/v1/contacts/{id}", {
    params: { path: { id: "x" } },
    body: { name: "x" },
  });
  await expect(changing).rejects.toMatchObject({ name: "ConnectionError" });
  expect(requests).toHaveLength(3);
});

test("a call of raw rejects when its signal aborts", async () => {
  const { raw } = createClient(options);
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(raw.GET("/v1/contacts", { signal })).rejects.toThrow("enough");
});

test("each field of an object in a query is a parameter, also with special characters in its name", async () => {
  const { contacts } = createClient(options);
  const custom_fields = { "a&b[c]=%": "d&e+f", seats: 5 };
  const { id } = await contacts.create({
    name: "Eva",
    email: "eva.fields@example.com",
    custom_fields,
  });
  const found = await contacts.list({
    custom_fields: { ...custom_fields, seats: "5" },
  });
  expect(found.data.map((each) => each.id)).toEqual([id]);
  expect(
    (await contacts.list({ custom_fields: { seats: "50" } })).data,
  ).toEqual([]);
});

test("methods send through raw: its middleware sees their requests and responses", async () => {
  const { raw, tickets, contacts } = createClient(options);
  const { id } = await contacts.create({
    name: "Eva",
    email: "eva@example.com",
  });
  const seen: object[] = [];
  raw.use({
    onRequest: async ({ request, schemaPath, params }) => {
      const content = params.query ?? (await request.clone().json());
      seen.push({ method: request.method, path: schemaPath, content });
    },
    onResponse: async ({ response }) => {
      const { status } = response;
      seen.push({ status, content: await response.clone().json() });
    },
  });
  const body = { contact_id: id, subject: "Factura", description: "x" };
  await tickets.create(body);
  await tickets.list({ limit: 1 });
  const ticket = expect.objectContaining({ subject: "Factura" });
  expect(seen).toEqual([
    { method: "POST", path: "/v1/tickets", content: body },
    { status: 201, content: { data: ticket } },
    { method: "GET", path: "/v1/tickets", content: { limit: 1 } },
    { status: 200, content: expect.objectContaining({ data: [ticket] }) },
  ]);
});

test("methods return the response that a middleware of raw creates", async () => {
  const { raw, contacts } = createClient(options);
  const emptyPage = { data: [], next_cursor: null, has_more: false };
  raw.use({ onRequest: () => Response.json(emptyPage) });
  expect(await contacts.list()).toEqual(emptyPage);
});

test("neither raw nor its middleware sends the key to another server", async () => {
  const { raw, contacts } = createClient(options);
  const refused = `A request to another server than ${server.address} must not have the key.`;
  await expect(
    raw.GET("/v1/contacts", { baseUrl: "http://localhost:1" }),
  ).rejects.toThrow(refused);
  raw.use({
    onRequest: ({ request }) =>
      new Request("http://localhost:1/v1/contacts", request),
  });
  await expect(contacts.list()).rejects.toThrow(refused);
  // A host whose name only begins with ours is another server.
  const { raw: ours } = createClient({
    ...options,
    baseUrl: "https://api.example",
  });
  await expect(
    ours.GET("/v1/contacts", { baseUrl: "https://api.example.org" }),
  ).rejects.toThrow("must not have the key.");
});

test("raw accepts a 304; a method rejects it, as it has no object to return", async () => {
  const { contacts, raw } = createClient(options);
  const created = await contacts
    .create({ name: "Luz", email: "luz@example.com" })
    .withResponse();
  const headers = {
    "If-None-Match": created.response.headers.get("ETag") ?? "",
  };
  const params = { path: { id: created.data.id }, header: headers };
  const { response, data } = await raw.GET("/v1/contacts/{id}", { params });
  expect(response.status).toBe(304);
  expect(data).toBeUndefined();
  const result = await contacts.get(created.data.id, { headers }).result();
  expect(result).toMatchObject({
    status: undefined,
    error: { status: 304, name: "UnexpectedResponseError" },
  });
  expect(result.error?.message).toMatch(
    / returned 304 with no body, which no method returns\.$/,
  );
});
