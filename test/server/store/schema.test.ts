import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { madeByMigrations, schemaFile } from "../../../server/build/schema.ts";
import { migrate } from "../../../server/store/migrate.ts";
import { migrations } from "../../../server/store/migration-list.ts";
import { openUnchecked } from "../../../server/store/open/unchecked.ts";
import {
  type Expected,
  type Fault,
  findFaults,
} from "../../../server/store/schema/faults.ts";
import type { Store } from "../../../server/store/store.ts";
import { onPostgres, openTestStore } from "../../support/store.ts";
import { emptyDatabase } from "../../support/postgres.ts";

const { objects: expected } = JSON.parse(readFileSync(schemaFile, "utf8")) as {
  objects: Expected[];
};

const named = (faults: Fault[]) => faults.map(({ what }) => what);

async function execute(
  database: Store["database"],
  statements: string,
): Promise<void> {
  await sql.raw(statements).execute(database);
}

test.runIf(!onPostgres)(
  `${schemaFile} is what the migrations make (npm run schema writes it)`,
  { timeout: 60_000 },
  async () => {
    expect(readFileSync(schemaFile, "utf8")).toBe(await madeByMigrations());
  },
);

describe("a database is whole", () => {
  test("that the migrations have made", async () => {
    const { database } = await openTestStore();
    expect(await findFaults(database)).toEqual([]);
  });

  test("that has more than what the migrations make", async () => {
    const { database } = await openTestStore();
    await execute(
      database,
      `create index ours on contacts (workspace_id, city);
      create table notes (id integer primary key, text text not null);
      create function twice(value integer) returns integer language sql return value * 2;
      alter table contacts add column note text, add constraint short check (length(note) < 9)`,
    );
    expect(await findFaults(database)).toEqual([]);
  });

  test("that a later version has migrated", async () => {
    const { database } = await openTestStore();
    await execute(
      database,
      `insert into migrations values ('9999-later'); drop index contacts_newest`,
    );
    expect(await findFaults(database)).toEqual([]);
  });

  test.runIf(onPostgres)("whose tables are split", async () => {
    const { database } = await openTestStore({ partitioned: true });
    expect(await findFaults(database)).toEqual([]);
  });

  test.runIf(onPostgres)("after each migration of an upgrade", async () => {
    const { database, close } = openUnchecked(await emptyDatabase());
    onTestFinished(close);
    for (const name of Object.keys(migrations)) {
      const all = Object.entries(migrations).filter(([other]) => other <= name);
      await migrate(database, { all: Object.fromEntries(all) });
      expect(await findFaults(database), name).toEqual([]);
    }
  });

  test.runIf(onPostgres)(
    "without the keys that Citus refuses between a table on all nodes and one on a single node",
    async () => {
      const { database } = await openTestStore();
      await execute(
        database,
        `create table pg_dist_partition as
          select oid::regclass as logicalrelid, 'h' as partmethod from pg_class
          where relname in ('contacts', 'conversations');
        alter table api_keys drop constraint api_keys_workspace_id_fkey;
        alter table conversations drop constraint conversations_workspace_id_contact_id_fkey`,
      );
      expect(named(await findFaults(database))).toEqual([
        "the constraint conversations_workspace_id_contact_id_fkey of conversations is missing",
      ]);
    },
  );
});

/** The statement that takes an object away, with all that needs it. */
const dropOf = ({ kind, name, table }: Expected): string => {
  const [, column = ""] = name.split(".");
  const statements: Record<Expected["kind"], string> = {
    extension: `drop extension ${name} cascade`,
    function: `drop function ${name} cascade`,
    table: `drop table ${name} cascade`,
    column: `alter table ${table} drop column ${column} cascade`,
    "not null": `alter table ${table} alter column ${column} drop not null`,
    row: `delete from ${table}`,
    constraint: `alter table ${table} drop constraint ${name} cascade`,
    index: `drop index ${name}`,
    trigger: `drop trigger ${name} on ${table}`,
  };
  return statements[kind];
};

/** Does something in a transaction that is rolled back. */
async function inDiscarded(
  database: Store["database"],
  work: (transaction: Store["database"]) => Promise<void>,
): Promise<void> {
  const transaction = await database.startTransaction().execute();
  try {
    await work(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}

/** PostgreSQL lets no column of a primary key be null. */
const isOfKey = ({ table, name }: Expected) =>
  expected.some(
    ({ kind, table: other, holds }) =>
      kind === "constraint" &&
      other === table &&
      holds["type"] === "p" &&
      holds["columns"]?.split(",").includes(name.split(".")[1] ?? ""),
  );

const kinds = [...new Set(expected.map(({ kind }) => kind))];

describe.runIf(onPostgres)("what was dropped", () => {
  test.each(kinds)(
    "is named, with the statements that make it: %s",
    { timeout: 120_000 },
    async (kind) => {
      const { database } = await openTestStore();
      // Without these two, or a column of them, PostgreSQL has the tables of another program.
      const ofMigrations = /^(required_migration|migrations)(\.|$)/;
      const objects = expected.filter(
        ({ kind: other, name }) => other === kind && !ofMigrations.test(name),
      );
      const several = objects.length > 100 ? 10 : 1;
      for (const [number, object] of objects.entries()) {
        if (number % several > 0) continue;
        if (kind === "not null" && isOfKey(object)) continue;
        const drop = dropOf(object);
        await inDiscarded(database, async (transaction) => {
          await execute(transaction, drop);
          const faults = await findFaults(transaction);
          expect(named(faults), drop).toContainEqual(
            expect.stringContaining(`the ${kind} ${object.name}`),
          );
          for (const { statement = "" } of faults)
            await execute(transaction, statement);
          expect(await findFaults(transaction), drop).toEqual([]);
        });
      }
    },
  );
});

const otherwise: { change: string; what: string; repair: string }[] = [
  {
    change: "alter table audit_log disable trigger keep_audit_log",
    what: "the trigger keep_audit_log of audit_log is disabled",
    repair: "alter table audit_log enable trigger keep_audit_log;",
  },
  {
    change: "alter table tickets disable trigger all",
    what: "the constraint tickets_workspace_id_contact_id_fkey of tickets is disabled",
    repair:
      "alter table tickets enable trigger all; alter table contacts enable trigger all;",
  },
  {
    change:
      "update pg_index set indisvalid = false where indexrelid = 'contacts_email'::regclass",
    what: "the index contacts_email of contacts is not valid",
    repair: "reindex index contacts_email;",
  },
  {
    change:
      "drop index contacts_email; create unique index contacts_email on contacts (workspace_id, email)",
    what: "the index contacts_email of contacts is not as the migrations make it",
    repair:
      "drop index contacts_email; CREATE UNIQUE INDEX contacts_email ON contacts USING btree (workspace_id, lower(email));",
  },
  {
    change:
      "create or replace function note_key_change() returns trigger language plpgsql as 'begin return null; end'",
    what: "the function note_key_change() is not as the migrations make it",
    repair: "CREATE OR REPLACE FUNCTION note_key_change()",
  },
  {
    change: "alter table webhooks alter column description type varchar(9)",
    what: "the column webhooks.description is not as the migrations make it",
    repair: "",
  },
];

test.each(otherwise)(
  "what is otherwise is named: $change",
  async ({ change, what, repair }) => {
    const { database } = await openTestStore();
    await execute(database, change);
    const faults = await findFaults(database);
    const fault = faults.find((each) => each.what === what);
    expect(fault, JSON.stringify(faults)).toMatchObject({ isSerious: true });
    expect(fault?.statement ?? "").toContain(repair);
    if (repair === "" || change.startsWith("update")) return;
    await execute(database, fault?.statement ?? "");
  },
);

test("an index that only makes lists faster is no serious fault", async () => {
  const { database } = await openTestStore();
  await execute(database, "drop index contacts_search_grams");
  expect(await findFaults(database)).toEqual([
    {
      what: "the index contacts_search_grams of contacts is missing",
      statement: expect.stringMatching(/^CREATE INDEX contacts_search_grams /),
      isSerious: false,
    },
  ]);
});
