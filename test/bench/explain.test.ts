import { sql } from "kysely";
import pg from "pg";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import { operations } from "../../generated/operations.ts";
import { contactsOf, containing } from "../../server/api/contact-rows.ts";
import { newestRows } from "../../server/api/newest-matching.ts";
import { openPostgres } from "../../server/store/open/postgres.ts";
import { run } from "../support/process.ts";
import { seed } from "./seed.ts";
import { createDatabase } from "../support/database.ts";

const { TEST_DATABASE_URL = "" } = process.env;

/** More contacts than a search looks through one by one. */
const contacts = 22_000;

describe.skipIf(!TEST_DATABASE_URL)("on a database with many contacts", () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  const explain = () =>
    run("test/bench/explain.ts", ["--database", database.url]);
  beforeAll(async () => {
    database = await createDatabase(TEST_DATABASE_URL);
    await seed(database.url, contacts, { messages: 1500 });
  });
  afterAll(() => database.drop());

  test("a search finds what only the oldest have, page by page", async () => {
    const { close, ...store } = await openPostgres(database.url);
    const oldest = await store.database
      .selectFrom("contacts")
      .select(["id", "created_at as timestamp"])
      .where("workspace_id", "=", "ws_scale")
      .where("email", "like", "%@sistemaviejo.example")
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .execute();
    expect(oldest.length).toBe(contacts * 0.05);
    for (const q of [
      "sistemaviejo",
      "@s",
      "sistemaviejo.example",
      "o.example",
    ]) {
      const search = {
        table: "contacts",
        conditions: [containing(q)],
        count: 50,
      } as const;
      const all = contactsOf(store.database, "ws_scale");
      const whole = sql`workspace_id = 'ws_scale'`;
      const rest = sql`${whole} and (created_at, id) < (${oldest[49]?.timestamp}, ${oldest[49]?.id})`;
      const first = await newestRows(all, { ...search, range: whole });
      const next = await newestRows(all, { ...search, range: rest });
      const ids = [...first, ...next].map(({ id }) => id);
      expect(ids, q).toEqual(oldest.slice(0, 100).map(({ id }) => id));
    }
    await close();
  });

  test(
    "no statement reads a large table from end to end",
    { timeout: 300_000 },
    async () => {
      const { code, stdout, stderr } = await explain();
      expect([code, stderr]).toEqual([0, ""]);
      const shown = new Set(
        [...stdout.matchAll(/^(\w+): /gm)].map(([, operation]) => operation),
      );
      expect([...shown].sort()).toEqual(Object.keys(operations).sort());
    },
  );

  test("a filter that few match sorts no workspace before PostgreSQL has statistics", async () => {
    const fresh = await createDatabase(TEST_DATABASE_URL);
    onTestFinished(() => fresh.drop());
    await seed(fresh.url, contacts, { messages: 1500, analyze: false });
    const { stdout } = await run("test/bench/explain.ts", [
      "--database",
      fresh.url,
    ]);
    const [, plans = ""] =
      /^listContacts: with no tag\n([^]*?)\n\n/m.exec(stdout) ?? [];
    expect(plans).toContain("contacts_newest");
    const sorted = [...plans.matchAll(/ Sort: (\d+) rows/g)].map(([, rows]) =>
      Number(rows),
    );
    expect(Math.max(...sorted)).toBeLessThan(1000);
  });

  test(
    "a statement that reads a table from end to end is named",
    { timeout: 300_000 },
    async () => {
      const client = new pg.Client(database.url);
      await client.connect();
      await client.query("drop index contacts_search_grams");
      await client.end();
      const { code, stderr } = await explain();
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^listContacts: .* (reads contacts from end to end|reads \d+ rows of .*)\.$/m,
      );
    },
  );
});
