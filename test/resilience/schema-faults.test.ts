import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openUnchecked } from "../../server/store/open/unchecked.ts";
import { migrate } from "../../server/store/migrate.ts";
import { migrations } from "../../server/store/migration-list.ts";
import { openStore } from "../../server/store/open/open.ts";
import { copyDatabase, emptyDatabase } from "../support/postgres.ts";
import { emptyStore, onPostgres, stores } from "../support/store.ts";
import { scrape } from "./alerts.ts";
import { command, expectRefused } from "./refused.ts";
import { launch } from "./service.ts";

describe("of a database on any store", () => {
  const openOf = (settings: NodeJS.ProcessEnv) =>
    openStore(
      {
        databaseUrl: settings["DATABASE_URL"] || undefined,
        dataDir: settings["DATA_DIR"] ?? "",
      },
      { by: "operator" },
    );
  /** Settings for an empty store, after a statement. */
  const after = async (statement: string, kind = stores[0]) => {
    const settings: NodeJS.ProcessEnv = await emptyStore(kind);
    const store = await openOf(settings);
    await sql.raw(statement).execute(store.database);
    await store.close();
    return settings;
  };

  test("a search index that was dropped lets a server start with a warning and a metric, and fails the doctor", async () => {
    const settings = await after("drop index contacts_search_grams");
    const fault = "the index contacts_search_grams of contacts is missing";
    const statement = "CREATE INDEX contacts_search_grams ON contacts";
    const migrated = await command(settings, "migrate");
    expect(migrated).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`- ${fault}: ${statement}`),
    });
    const examined = await command(settings, "operator", "doctor");
    expect(examined).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`- ${fault}: ${statement}`),
    });
    const { program, address } = await launch(
      { ...settings, METRICS_PORT: "0", REDIS_URL: "", LOG_LEVEL: "warn" },
      [],
    );
    const [line] = await program.printed(new RegExp(`{.*${fault}.*}`));
    expect(JSON.parse(line)).toMatchObject({
      level: 40,
      msg: `database: ${fault}; requests are slower`,
      statement: expect.stringContaining(statement),
    });
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    const [, metrics = ""] = await program.printed(/Metrics +(\S+)/);
    const { samples } = await scrape(metrics);
    const metric = (effect: string) =>
      samples.get(`contacts_api_schema_faults{effect="${effect}"}`);
    expect(metric("refused")).toBe(0);
    expect(metric("slower")).toBe(1);
  });

  test.each([
    {
      name: "a trigger of the audit log",
      statement: "drop trigger keep_audit_log on audit_log",
      fault:
        "the trigger keep_audit_log of audit_log is missing: CREATE TRIGGER keep_audit_log ",
    },
    {
      name: "a trigger that is disabled",
      statement: "alter table audit_log disable trigger keep_audit_log",
      fault:
        "the trigger keep_audit_log of audit_log is disabled: alter table audit_log enable trigger keep_audit_log;",
    },
    {
      name: "a unique index",
      statement: "drop index contacts_email",
      fault:
        "the index contacts_email of contacts is missing: CREATE UNIQUE INDEX contacts_email ",
    },
    {
      name: "a key",
      statement: "alter table messages drop constraint messages_pkey",
      fault:
        "the constraint messages_pkey of messages is missing: alter table messages add constraint messages_pkey PRIMARY KEY ",
    },
    {
      name: "a not-null",
      statement: "alter table tickets alter column subject drop not null",
      fault:
        "the not null tickets.subject is missing: alter table tickets alter column subject set not null;",
    },
    {
      name: "a function",
      statement: "drop function raise_conflict",
      fault:
        "the function raise_conflict(reason text) is missing: CREATE OR REPLACE FUNCTION ",
    },
    {
      name: "a column",
      statement: "alter table contacts drop column phone cascade",
      fault:
        "the column contacts.phone is missing: alter table contacts add column phone text",
    },
    {
      name: "a table",
      statement: "drop table webhook_attempts",
      fault:
        "the table webhook_attempts is missing: create table webhook_attempts (",
    },
  ])(
    "without $name a start, migrate and the doctor end with its name and the statement that makes it",
    async ({ statement, fault }) => {
      await expectRefused(await after(statement), fault);
    },
  );

  test("an embedded store without a trigger is refused too, and each program ends", async () => {
    const settings = await after(
      "drop trigger keep_audit_log on audit_log",
      "embedded",
    );
    await expectRefused(settings, "the trigger keep_audit_log of audit_log");
  });

  test("more than ours is allowed: an index and a column of a DBA", async () => {
    const settings = await after(
      "create index by_city on contacts (workspace_id, city); alter table contacts add column note text",
    );
    await expectAllowed(settings);
  });
});

/** The doctor and a start have nothing to say. */
async function expectAllowed(settings: NodeJS.ProcessEnv): Promise<void> {
  const { code, stdout } = await command(settings, "operator", "doctor");
  expect(code).toBe(0);
  expect(stdout).not.toMatch(/^error/m);
  const { program, address } = await launch(
    { ...settings, LOG_LEVEL: "warn" },
    [],
  );
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect(program.output()).not.toContain('"level":');
  await program.end();
  // After the start its tables are those of this version.
  const deep = await command(settings, "operator", "doctor", "--deep");
  expect(deep.stdout).toMatch(/^ok +rows +none is missing; /m);
}

test.runIf(onPostgres)(
  "partitions, and a migration that another process has not finished, are allowed",
  async () => {
    const { url, drop } = await copyDatabase(true);
    onTestFinished(drop);
    await expectAllowed({ ...(await emptyStore()), DATABASE_URL: url });

    const underWay = await emptyDatabase();
    const settings = { ...(await emptyStore()), DATABASE_URL: underWay };
    const older = Object.entries(migrations).slice(0, 4);
    const { database, close } = openUnchecked(underWay);
    await migrate(database, { all: Object.fromEntries(older) });
    // As an index that is built while servers run, and not to its end yet.
    await sql`create index contacts_of_custom_field on contacts (workspace_id, id)`.execute(
      database,
    );
    await sql`update pg_index set indisvalid = false where indexrelid = 'contacts_of_custom_field'::regclass`.execute(
      database,
    );
    await close();
    const { code, stdout } = await command(settings, "operator", "doctor");
    expect(stdout).toMatch(/^warning +schema +0005-.* has not run/m);
    expect(code).toBe(0);
    await expectAllowed(settings);
  },
);
