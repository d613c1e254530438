import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { createKey } from "../../../server/auth/keys.ts";
import { buildLine } from "../../../server/contract/build-info.ts";
import { hasSchema } from "../../../server/store/readiness.ts";
import { migrate } from "../../../server/store/migrate.ts";
import { migrations } from "../../../server/store/migration-list.ts";
import type { Migration } from "../../../server/store/migration.ts";
import { onPostgres, openTestStore } from "../../support/store.ts";
import { copyDatabase, openSession } from "../../support/postgres.ts";
import { openPostgres } from "../../../server/store/open/postgres.ts";

const expand = (statements: string): Migration => ({
  phase: "expand",
  statements,
});
const index: Migration = {
  phase: "index",
  name: "keys_of_name",
  table: "api_keys",
  definition: "(workspace_id, name)",
};

test("each phase runs once, and a contract ends older servers", async () => {
  const store = await openTestStore();
  for (const name of ["a", "b", "c"])
    await createKey(store, { workspace: name, scopes: ["*"], name });
  const all: Record<string, Migration> = {
    ...migrations,
    "9001-label": expand(
      "alter table api_keys add label text not null default ''",
    ),
    "9002-labels": {
      phase: "move",
      table: "api_keys",
      set: "label = name",
      where: "label = ''",
    },
    "9003-index": index,
    "9004-no-name": {
      phase: "contract",
      statements: "alter table api_keys drop column last_four",
    },
  };
  expect(await migrate(store.database, { all })).toEqual(
    Object.keys(all).slice(-4),
  );
  expect(await migrate(store.database, { all })).toEqual([]);
  const { rows } = await sql`select label from api_keys order by label`.execute(
    store.database,
  );
  expect(rows).toEqual([{ label: "a" }, { label: "b" }, { label: "c" }]);
  expect(await hasSchema(store.database)).toBe(false);
  await expect(migrate(store.database)).rejects.toThrow(
    `${buildLine()} has migrated this database (9004-no-name), and this is ${buildLine()}`,
  );
});

test("a move that was interrupted changes each row of its condition once, and no other", async () => {
  // Given rows of which one, not among the first that are changed together, refuses the change.
  const { database } = await openTestStore();
  await sql`insert into workspaces values ('w', 'w', now())`.execute(database);
  await sql`
    insert into api_keys (id, workspace_id, name, scopes, hash, last_four, created_at)
    select n::text, 'w', case when n % 2 = 0 then 'even' else 'odd' end, '{}', n, '', now()
    from generate_series(1000, 2999) n`.execute(database);
  const refuse = sql`alter table api_keys add constraint refused check (id <> '2500' or last_four = '')`;
  await refuse.execute(database);
  const move: Migration = {
    phase: "move",
    table: "api_keys",
    set: "last_four = last_four || '+'",
    where: "name = 'even' and last_four = ''",
  };
  const all = { ...migrations, "9001-marks": move };
  await expect(migrate(database, { all })).rejects.toThrow("9001-marks failed");

  await sql`alter table api_keys drop constraint refused`.execute(database);
  await migrate(database, { all });

  const { rows } = await sql`
    select name, last_four as mark, count(*)::int as rows from api_keys group by 1, 2 order by 1, 2`.execute(
    database,
  );
  expect(rows).toEqual([
    { name: "even", mark: "+", rows: 1000 },
    { name: "odd", mark: "", rows: 1000 },
  ]);
});

test.runIf(onPostgres).each([
  { split: false, parts: ["tickets"] },
  { split: true, parts: ["tickets_0", "tickets_1", "tickets_2", "tickets_3"] },
])(
  "a reference holds for what is written from now on, in a table that is split: $split",
  async ({ split, parts }) => {
    const { database } = await openTestStore({ partitioned: split });
    const all: Record<string, Migration> = {
      ...migrations,
      "9001-requester": expand("alter table tickets add requester_id text"),
      "9002-requester": {
        phase: "reference",
        table: "tickets",
        definition: "(workspace_id, requester_id) references contacts",
      },
    };
    expect(await migrate(database, { all })).toHaveLength(2);
    expect(await migrate(database, { all })).toEqual([]);
    const { rows } = await sql<{ part: string }>`
    select distinct conrelid::regclass::text as part from pg_constraint
    where contype = 'f' and not convalidated order by part`.execute(database);
    expect(rows.map(({ part }) => part)).toEqual(parts);
  },
);

describe.runIf(onPostgres)("beside others", () => {
  const open = async () => {
    const { url, drop } = await copyDatabase();
    onTestFinished(drop);
    const { database, close } = await openPostgres(url);
    onTestFinished(close);
    return { database, other: await openSession(url) };
  };

  test("a migration waits for a lock in short tries, so that nobody waits behind it", async () => {
    const { database, other } = await open();
    await other.query("begin; select from api_keys");
    const all = {
      ...migrations,
      "9001-label": expand("alter table api_keys add label text"),
    };
    const migrating = migrate(database, { all });
    const waiting = async () => {
      const { rows } =
        await sql`select from pg_locks where not granted and mode = 'AccessExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())`.execute(
          database,
        );
      return rows.length;
    };
    for (let i = 0; i < 3; i++) {
      await expect.poll(waiting, { interval: 20 }).toBe(1);
      await sql`select from api_keys`.execute(database); // which waits for a lock for two seconds, and then fails
    }
    await other.query("commit");
    expect(await migrating).toEqual(["9001-label"]);
  });

  test("a migration whose lock is held for long says where to look, after five tries", async () => {
    const { database, other } = await open();
    await other.query("begin; select from api_keys");
    const all = {
      ...migrations,
      "9001-label": expand("alter table api_keys add label text"),
    };
    const lines: string[] = [];
    const report = (line: string) => lines.push(line);
    const began = performance.now();
    const migrating = migrate(database, { all, report });
    await expect
      .poll(() => lines, { timeout: 10_000 })
      .toContain(
        "9001-label: somebody holds the lock for long (see pg_stat_activity); trying again ...",
      );
    const waited = performance.now() - began;
    await other.query("commit");
    await migrating;
    // Each try lasts 300 ms, and so does a pause at least.
    expect(waited).toBeGreaterThan(2600);
  });

  test("an index that was interrupted is built again, and a backfill goes on where it was", async () => {
    const { database, other } = await open();
    await sql`insert into workspaces values ('w', 'w', now())`.execute(
      database,
    );
    await sql`
      insert into api_keys (id, workspace_id, name, scopes, hash, last_four, created_at)
      select 'key_' || n, 'w', 'same', '{}', n, '', now() from generate_series(1, 2500) n`.execute(
      database,
    );
    const unique: Migration = { ...index, unique: true };
    const all: Record<string, Migration> = {
      ...migrations,
      "9001-names": {
        phase: "move",
        table: "api_keys",
        set: "name = api_keys.id",
        where: "name = 'same'",
      },
      "9002-index": unique,
    };
    await expect(
      migrate(database, { all: { ...migrations, "9002-index": unique } }),
    ).rejects.toThrow(
      /Migration 9002-index failed, and the next run continues it\.$/,
    );
    const { rows } = await other.query(
      "select indisvalid from pg_index where indexrelid = 'keys_of_name'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: false }]);
    expect(await migrate(database, { all })).toEqual([
      "9001-names",
      "9002-index",
    ]);
    const after = await other.query(
      "select indisvalid from pg_index where indexrelid = 'keys_of_name'::regclass",
    );
    expect(after.rows).toEqual([{ indisvalid: true }]);
    const names = await other.query(
      "select count(distinct name)::int as names from api_keys",
    );
    expect(names.rows).toEqual([{ names: 2500 }]);
  });
});
