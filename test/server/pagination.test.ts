import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { startServer } from "../support/server.ts";
import { onPostgres } from "../support/store.ts";

let now = Date.parse("2026-01-01T00:00:00.000Z");
const server = await startServer({ clock: () => new Date(now) });
const key = await server.key(["contacts:read", "contacts:write"]);
const list = (query: string, as = key) => server.call(`/v1/contacts?${query}`, { key: as });

/** Newest first. Some were created in the same millisecond. */
const ids: string[] = [];
beforeAll(async () => {
  for (let i = 0; i < 60; i++) {
    if (i % 3 === 0) now += 1;
    const { body } = await server.call("/v1/contacts", {
      key,
      json: { name: `Persona ${i}`, email: `p${i}@example.com` },
    });
    ids.unshift(body.data.id);
  }
});

async function walk(limit: number): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | null = null, more = true; more;) {
    const { body } = await list(`limit=${limit}${cursor === null ? "" : `&cursor=${cursor}`}`);
    seen.push(...body.data.map((contact: { id: string }) => contact.id));
    expect(body.next_cursor).toBe(body.data.at(-1)?.id);
    ({ next_cursor: cursor, has_more: more } = body);
  }
  return seen;
}

describe("a listing", () => {
  test.each([1, 7, 20, 60, 100])("in pages of %d gives every contact once, newest first", async (limit) => {
    expect(await walk(limit)).toEqual(ids);
  });

  test("has pages of 25 by default", async () => {
    const { body } = await list("");
    expect([body.data.length, body.has_more]).toEqual([25, true]);
  });

  test("gives nothing after its last element, and says so", async () => {
    const { body } = await list(`cursor=${ids.at(-1)}`);
    expect(body).toEqual({ data: [], next_cursor: null, has_more: false });
  });

  test("is not disturbed by contacts that come in meanwhile", async () => {
    const first = (await list("limit=10")).body;
    now += 1000;
    const late = await server.call("/v1/contacts", {
      key,
      json: { name: "Nueva", email: "late@example.com" },
    });
    const second = (await list(`limit=10&cursor=${first.next_cursor}`)).body;
    expect(second.data.map((contact: { id: string }) => contact.id)).toEqual(ids.slice(10, 20));
    ids.unshift(late.body.data.id);
  });
});

describe("a cursor", () => {
  test("that nobody gave is 422", async () => {
    for (const cursor of ["ct_01jq7x2v4ef8stn5x0q9c6hd3k", "x", "ñ", "a+b"]) {
      const { status, body } = await list(`cursor=${encodeURIComponent(cursor)}`);
      expect(status).toBe(422);
      expect(body.error.details).toEqual([{ path: ["cursor"], message: expect.any(String) }]);
    }
  });

  test("of another workspace is 422", async () => {
    const stranger = await server.key(["contacts:read"], "other");
    expect((await list(`cursor=${ids[0]}`, stranger)).status).toBe(422);
  });
});

describe("q", () => {
  beforeAll(async () => {
    const people = [
      ["Bárbara Núñez", "barbara.nunez@example.com"],
      ["BARBARA Gómez", "bg@example.org"],
      ["100 % Lana", "lana_pura@example.com"],
      ["Øyvind Straße", "oy+vind@example.com"],
      ["Дарья", "darya@example.com"],
    ];
    for (const [name, email] of people) await server.call("/v1/contacts", { key, json: { name, email } });
  });
  const names = async (q: string) =>
    (await list(`q=${encodeURIComponent(q)}`)).body.data
      .map((contact: { name: string }) => contact.name)
      .sort();

  test.each([
    ["barbara", ["BARBARA Gómez", "Bárbara Núñez"]],
    ["BÁRBARA", ["BARBARA Gómez", "Bárbara Núñez"]],
    ["Ba\u0301rbara", ["BARBARA Gómez", "Bárbara Núñez"]],
    ["nune", ["Bárbara Núñez"]],
    ["%", ["100 % Lana"]],
    ["_", ["100 % Lana"]],
    ["oyvind", ["Øyvind Straße"]],
    ["strasse", ["Øyvind Straße"]],
    ["oy+vind@EXAMPLE", ["Øyvind Straße"]],
    ["ДАР", ["Дарья"]],
    ["gó", ["BARBARA Gómez"]],
    ["a g", ["BARBARA Gómez"]],
    ["100 % lana", ["100 % Lana"]],
    ["0 % l", ["100 % Lana"]],
    ["100 % lanas", []],
    ["bárbara núñez barbara", []],
    ["straße oy+vind@", []],
    ["ь", ["Дарья"]],
    ["рь", ["Дарья"]],
    ["\\", []],
    ["nobody", []],
  ])("%s", async (q, wanted) => {
    expect(await names(q)).toEqual(wanted);
  });

  test("takes reserved characters as they are", async () => {
    const { body } = await list("q=bg@example.org");
    expect(body.data).toHaveLength(1);
  });

  test("pages like every listing", async () => {
    const first = (await list("q=persona&limit=40")).body;
    const second = (await list(`q=persona&limit=40&cursor=${first.next_cursor}`)).body;
    expect([first.has_more, second.data.length, second.has_more]).toEqual([true, 20, false]);
  });
});

test("a workspace sees only its own contacts", async () => {
  const stranger = await server.key(["*"], "strangers");
  expect((await list("", stranger)).body.data).toEqual([]);
  expect((await server.call(`/v1/contacts/${ids[0]}`, { key: stranger })).status).toBe(404);
  const same = await server.call("/v1/contacts", {
    key: stranger,
    json: { name: "x", email: "p1@example.com" },
  });
  expect(same.status).toBe(201);
});

test.runIf(onPostgres)("a search goes on although an element is erased while its page is read", async () => {
  const erased: string[] = [];
  for (let i = 0; i < 4; i++) {
    const json = { name: `Fugaz ${i}`, email: `fugaz${i}@example.com` };
    erased.unshift((await server.call("/v1/contacts", { key, json })).body.data.id);
  }
  // A page is read by two statements, of which only the second one needs the locked table.
  const { response } = await server.store.database.transaction().execute(async (transaction) => {
    await sql`lock table conversations`.execute(transaction);
    const response = list("q=fugaz&limit=2");
    const waiting = sql`select from pg_locks where relation = 'conversations'::regclass and not granted`;
    while ((await waiting.execute(transaction)).rows.length === 0);
    await sql`delete from contacts where id = ${erased[1]}`.execute(transaction);
    return { response };
  });
  const { body } = await response;
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([erased[0], erased[2]]);
  expect(body.has_more).toBe(true);
});
