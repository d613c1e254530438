import { expect, test } from "vitest";
import { clientOf, emptyPage } from "./local-server.ts";

/** Returns a client, and the addresses that its server was asked for. */
async function listener(page = emptyPage) {
  const urls: string[] = [];
  const client = await clientOf((request, response) => {
    urls.push(request.url ?? "");
    response.end(page);
  });
  return { ...client, urls };
}

test("a filter that is null is refused: without it the list would have everybody", async () => {
  const { contacts, raw, urls } = await listener();
  const query = { email: null as unknown as string };
  const error = new TypeError("email must hold texts or numbers.");
  await expect(contacts.list(query)).rejects.toThrow(error);
  await expect(contacts.list(query).toArray()).rejects.toThrow(error);
  await expect(raw.GET("/v1/contacts", { params: { query } })).rejects.toThrow(
    error,
  );
  expect(urls).toEqual([]);
});

test("a page with more elements but no cursor is an error, and not an endless list", async () => {
  const page = { data: [], next_cursor: null, has_more: true };
  const { contacts, urls } = await listener(JSON.stringify(page));
  await expect(contacts.list({ q: "x" }).toArray()).rejects.toThrow(
    "The server returned the same next_cursor twice",
  );
  expect(urls).toEqual(Array(2).fill("/v1/contacts?limit=100&q=x"));
});
