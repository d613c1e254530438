import { sql, type RawBuilder } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { prepare } from "../../../server/operator/run.ts";
import { deleteExpiredEvents } from "../../../server/api/events.ts";
import { everyOperation, type TestedOperation } from "../../support/operation.ts";
import { startServer } from "../../support/server.ts";
import { onPostgres } from "../../support/store.ts";
import { fillWorkspace, requestTo, type Rows } from "../../support/world.ts";

let now = Date.parse("2026-01-01T00:00:00.000Z");
const server = await startServer({ clock: () => new Date(now) });
const key = await server.key(["contacts:read", "contacts:write"]);
const list = (query: string, as = key) => server.call(`/v1/contacts?${query}`, { key: as });

/** Newest first. Some were created in the same millisecond, and once the clock was set back. */
let ids: string[] = [];
beforeAll(async () => {
  const made: { id: string; at: number }[] = [];
  for (let i = 0; i < 30; i++) {
    if (i % 3 === 0) now += i === 15 ? -3 : 1;
    const { body } = await server.call("/v1/contacts", {
      key,
      json: { name: `Persona ${i}`, email: `p${i}@example.com` },
    });
    made.push({ id: body.data.id, at: now });
  }
  ids = made.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
});

test("pages give every contact once, newest first, those of one millisecond too", async () => {
  const seen: string[] = [];
  for (let cursor = "", more = true; more;) {
    const { body } = await list(`limit=7${cursor}`);
    seen.push(...body.data.map((contact: { id: string }) => contact.id));
    [cursor, more] = [`&cursor=${body.next_cursor}`, body.has_more];
  }
  expect(seen).toEqual(ids);
  const end = (await list(`cursor=${ids.at(-1)}`)).body;
  expect(end).toEqual({ data: [], next_cursor: null, has_more: false });
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
  ])("%s", async (q, expected) => {
    expect(await names(q)).toEqual(expected);
  });
});

interface Page {
  data: { id: string }[];
  has_more: boolean;
}

describe.runIf(onPostgres)("what changes while a search looks for it", () => {
  /** Changes something by SQL while a request waits for a table that its page needs. */
  const whileWaiting = async (table: string, path: string, change: RawBuilder<unknown>) => {
    const { response } = await server.store.database.transaction().execute(async (transaction) => {
      await sql`lock table ${sql.table(table)}`.execute(transaction);
      const response = server.call(path, { key: await server.key(["*"]) });
      const waiting = sql`select from pg_locks where relation = ${table}::regclass and not granted`;
      while ((await waiting.execute(transaction)).rows.length === 0);
      await change.execute(transaction);
      return { response };
    });
    const { data, has_more } = (await response).body as Page;
    return { ids: data.map(({ id }) => id), has_more };
  };
  const made: string[] = [];
  beforeAll(async () => {
    for (let i = 0; i < 6; i++) {
      const json = { name: `Fugaz ${i}`, email: `fugaz${i}@example.com`, tags: ["fugaz"] };
      made.unshift((await server.call("/v1/contacts", { key, json })).body.data.id);
    }
  });

  test.each(["q=fugaz", "tag=fugaz", "q=fugaz&updated_since=2025-01-01T00:00:00Z"])(
    "%s shows what matches, page after page to the end",
    async (query) => {
      const gone = made.splice(1, 1)[0] ?? "";
      const changed = sql`update contacts set name = 'x', email = id, tags = '{}' where id = ${gone}`;
      const page = await whileWaiting("conversations", `/v1/contacts?${query}&limit=2`, changed);
      expect(page).toEqual({ ids: made.slice(0, 2), has_more: made.length > 2 });
    },
  );

  test("conversations of a status have it", async () => {
    const all = await server.key(["*"]);
    const json = { contact_id: made[0], body: "Hola" };
    const { id } = (await server.call("/v1/conversations", { key: all, json })).body.data;
    const closed = sql`update conversations set status = 'closed' where id = ${id}`;
    const path = "/v1/conversations?status=open&updated_since=2025-01-01T00:00:00Z";
    expect(await whileWaiting("messages", path, closed)).toEqual({ ids: [], has_more: false });
  });
});

describe("what is deleted", () => {
  interface Listed {
    operation: TestedOperation;
    path: string;
    ids: string[];
  }
  const texts = ["one", "two", "three"];
  const lists = everyOperation.filter(
    ({ listed, scheme }) => listed !== undefined && listed !== "ms" && scheme === "apiKey",
  );
  let owner: string;
  let rows: Rows[];
  const idsOf = async (path: string) => {
    const { status, body } = await server.call(`${path}${path.includes("?") ? "&" : "?"}limit=100`, {
      key: owner,
    });
    expect(status, path).toBe(200);
    return (body as Page).data.map(({ id }) => id);
  };
  const readAll = async (row: Rows): Promise<Listed[]> => {
    const read: Listed[] = [];
    for (const operation of lists) {
      const { path } = requestTo(operation, row);
      read.push({ operation, path, ids: await idsOf(path) });
    }
    return read;
  };
  beforeAll(async () => {
    rows = await fillWorkspace(server, "deletions", texts);
    owner = await server.key(["*"], "deletions");
  });

  /** What went stays a cursor of its list, and of no other. */
  async function requireCursors(before: Listed[], kinds: string[]): Promise<void> {
    const gone = new Map<string, string>();
    for (const { operation, path, ids } of before) {
      const left = await idsOf(path);
      for (const [i, cursor] of ids.entries()) {
        if (left.includes(cursor)) continue;
        gone.set(operation.listed ?? "", cursor);
        const isNew = (id: string) => operation.listed === "evt" && !ids.includes(id);
        const after = left.filter((id) => ids.slice(i).includes(id) || isNew(id));
        expect(await idsOf(`${path}?cursor=${cursor}`), `${operation.id} after ${cursor}`).toEqual(after);
      }
    }
    expect([...gone.keys()].sort()).toEqual(kinds);
    const stranger = await server.key(["*"], "strangers");
    for (const [kind, cursor] of gone) {
      for (const { operation, path } of before) {
        const as = operation.listed === kind ? stranger : owner;
        const { status } = await server.call(`${path}?cursor=${cursor}`, { key: as });
        expect(status, `${operation.id} after ${cursor}`).toBe(as === stranger && kind === "whd" ? 404 : 422);
      }
    }
  }

  test("with a person stays a cursor of its list, and of no other", async () => {
    const [left = {}, row = {}] = rows;
    const before = await readAll(left);
    await server.call(`/v1/contacts/${row["ct"]}`, { key: owner, method: "DELETE" });
    await requireCursors(before, ["ct", "cv", "evt", "tk", "whd"]);
  });

  test("alone stays a cursor too: a webhook, an article that is withdrawn", async () => {
    const [first = {}, , left = {}] = rows;
    const before = await readAll(left);
    await server.call(`/v1/webhooks/${first["wh"]}`, { key: owner, method: "DELETE" });
    const unpublish = prepare(["operator", "unpublish", first["ar"] ?? "", "--workspace", "deletions"]);
    await unpublish(server.store);
    await requireCursors(before, ["ar", "wh"]);
  });

  test("by retention stays a cursor, after which nothing follows: a delivery", async () => {
    const path = `/v1/webhooks/${rows[1]?.["wh"]}/deliveries`;
    const ids = await idsOf(path);
    expect(ids.length).toBeGreaterThan(1);
    now = Date.now() + (limits.eventDays + 1) * 24 * 60 * 60 * 1000; // the ids have the time of this process
    const again = await server.call(`${path}/${ids[0]}/redeliver`, { key: owner, json: {} });
    expect(again.status).toBe(404);
    await deleteExpiredEvents(server.store);
    for (const cursor of ids) expect(await idsOf(`${path}?cursor=${cursor}`)).toEqual([]);
    const { rows: positions } = await sql`
      select list from cursor_positions where list <> 'events'`.execute(server.store.database);
    expect(positions).toEqual([]);
    const nobody = `${path}?cursor=whd_${"0".repeat(26)}`;
    expect((await server.call(nobody, { key: owner })).status).toBe(422);
  });
});
