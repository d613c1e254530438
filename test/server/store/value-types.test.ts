import { sql, type Kysely } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Tables } from "../../../server/store/tables.ts";
import { openTestStore } from "../../support/store.ts";

const { database } = await openTestStore({}, afterAll);

async function readAs(
  timestamp: string,
  connection: Kysely<Tables>,
): Promise<string | undefined> {
  const { rows } = await sql<{
    at: string;
  }>`select ${timestamp}::timestamptz as at`.execute(connection);
  return rows[0]?.at;
}

test.each([
  { timestamp: "2026-11-22T05:03:56Z", expected: "2026-11-22T05:03:56.000Z" },
  { timestamp: "2026-11-22T05:03:56.1Z", expected: "2026-11-22T05:03:56.100Z" },
  {
    timestamp: "2026-11-22T05:03:56.123999Z",
    expected: "2026-11-22T05:03:56.123Z",
  },
  {
    timestamp: "2026-11-21T23:33:56.12-05:30",
    expected: "2026-11-22T05:03:56.120Z",
  },
  { timestamp: "0099-12-31T23:59:59Z", expected: "0099-12-31T23:59:59.000Z" },
  {
    timestamp: "12026-11-22 05:03:56Z",
    expected: "+012026-11-22T05:03:56.000Z",
  },
])(
  "the timestamp $timestamp is read as $expected, whatever the zone of the session",
  async ({ timestamp, expected }) => {
    expect(await readAs(timestamp, database)).toBe(expected);
    await database.transaction().execute(async (transaction) => {
      await sql`set local timezone = 'Asia/Kathmandu'`.execute(transaction);
      expect(await readAs(timestamp, transaction)).toBe(expected);
    });
  },
);

test("the texts of an array are read as they were written", async () => {
  const texts = [
    "vip",
    "pago anual",
    "",
    "a,b",
    '"',
    "\\",
    '\\"',
    "{x}",
    "NULL",
    "null",
    " ",
    "ñandú 🦜",
  ];
  const { rows } = await sql<{ texts: string[]; none: string[] }>`
    select ${texts}::text[] as texts, '{}'::text[] as none`.execute(database);
  expect(rows).toEqual([{ texts, none: [] }]);
});
