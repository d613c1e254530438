import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { prepare } from "../../../server/operator/run.ts";
import { deleteExpiredEvents } from "../../../server/api/event-retention.ts";
import {
  everyOperation,
  type TestedOperation,
} from "../../support/operation.ts";
import { startServer } from "../../support/server.ts";
import { fillWorkspace, requestTo, type Rows } from "../../support/world.ts";

let now = Date.parse("2026-01-01T00:00:00.000Z");
const server = await startServer({ clock: () => new Date(now) });
const key = await server.key(["contacts:read", "contacts:write"]);
const list = (query: string, as = key) =>
  server.call(`/v1/contacts?${query}`, { key: as });

const created: { id: string; at: number }[] = [];
for (let i = 0; i < 30; i++) {
  if (i % 3 === 0) now += i === 15 ? -3 : 1;
  const json = { name: `Persona ${i}`, email: `p${i}@example.com` };
  const { body } = await server.call("/v1/contacts", { key, json });
  created.push({ id: body.data.id, at: now });
}
/** Newest first. Some were created in the same millisecond, and once the clock was set back. */
const ids = created
  .toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
  .map(({ id }) => id);

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

describe("what is deleted", () => {
  interface Listed {
    operation: TestedOperation;
    path: string;
    ids: string[];
  }
  const texts = ["one", "two", "three"];
  const lists = everyOperation.filter(
    ({ listed, scheme }) =>
      listed !== undefined && listed !== "ms" && scheme === "apiKey",
  );
  let owner: string;
  let rows: Rows[];
  const idsOf = async (path: string) => {
    const { status, body } = await server.call(
      `${path}${path.includes("?") ? "&" : "?"}limit=100`,
      {
        key: owner,
      },
    );
    expect(status, path).toBe(200);
    return (body.data as { id: string }[]).map(({ id }) => id);
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

  /** Checks that the id of a deleted object stays a cursor of its list, and of no other list. */
  async function requireCursors(
    before: Listed[],
    kinds: string[],
  ): Promise<void> {
    const deleted = new Map<string, string>();
    for (const { operation, path, ids } of before) {
      const left = await idsOf(path);
      for (const [i, cursor] of ids.entries()) {
        if (left.includes(cursor)) continue;
        deleted.set(operation.listed ?? "", cursor);
        const isNew = (id: string) =>
          operation.listed === "evt" && !ids.includes(id);
        const after = left.filter(
          (id) => ids.slice(i).includes(id) || isNew(id),
        );
        expect(
          await idsOf(`${path}?cursor=${cursor}`),
          `${operation.id} after ${cursor}`,
        ).toEqual(after);
      }
    }
    expect([...deleted.keys()].sort()).toEqual(kinds);
    const stranger = await server.key(["*"], "strangers");
    for (const [kind, cursor] of deleted) {
      for (const { operation, path } of before) {
        const as = operation.listed === kind ? stranger : owner;
        const { status } = await server.call(`${path}?cursor=${cursor}`, {
          key: as,
        });
        expect(status, `${operation.id} after ${cursor}`).toBe(
          as === stranger && kind === "whd" ? 404 : 422,
        );
      }
    }
  }

  test("with a person stays a cursor of its list, and of no other", async () => {
    const [left = {}, row = {}] = rows;
    const before = await readAll(left);
    await server.call(`/v1/contacts/${row["ct"]}`, {
      key: owner,
      method: "DELETE",
    });
    await requireCursors(before, ["ct", "cv", "evt", "tk", "whd"]);
  });

  test("alone stays a cursor too: a webhook, an article that is withdrawn", async () => {
    const [first = {}, , left = {}] = rows;
    const before = await readAll(left);
    await server.call(`/v1/webhooks/${first["wh"]}`, {
      key: owner,
      method: "DELETE",
    });
    const unpublish = prepare([
      "operator",
      "unpublish",
      first["ar"] ?? "",
      "--workspace",
      "deletions",
    ]);
    await unpublish(server.store);
    await requireCursors(before, ["ar", "wh"]);
  });

  test("by retention stays a cursor, after which nothing follows: a delivery", async () => {
    const path = `/v1/webhooks/${rows[1]?.["wh"]}/deliveries`;
    const ids = await idsOf(path);
    expect(ids.length).toBeGreaterThan(1);
    now = Date.now() + (limits.eventDays + 1) * 24 * 60 * 60 * 1000; // the ids have the time of this process
    const again = await server.call(`${path}/${ids[0]}/redeliver`, {
      key: owner,
      json: {},
    });
    expect(again.status).toBe(404);
    for (const step of ["before the deletion", "after it"]) {
      if (step === "after it") await deleteExpiredEvents(server.store);
      for (const cursor of ids)
        expect(await idsOf(`${path}?cursor=${cursor}`), step).toEqual([]);
      expect(await idsOf(path), step).toEqual([]);
    }
    const { rows: positions } = await sql`
      select list from cursor_positions where list <> 'events'`.execute(
      server.store.database,
    );
    expect(positions).toEqual([]);
    const nobody = `${path}?cursor=whd_${"0".repeat(26)}`;
    expect((await server.call(nobody, { key: owner })).status).toBe(422);
  });
});
