import { randomBytes } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { verifyWebhookSync } from "../../client/webhooks/node.ts";
import { operate, refusedStart, run } from "../support/process.ts";
import { startReceiver } from "../support/delivery.ts";
import { openStore } from "../../server/store/open.ts";
import { migrate, migrations } from "../../server/store/migrate.ts";
import { openUnchecked } from "../../server/store/database/unchecked.ts";
import { emptyStore, onPostgres, stores } from "../support/store.ts";
import {
  copyDatabase,
  emptyDatabase,
  openSession,
} from "../support/postgres.ts";
import { scrape } from "./alerts.ts";
import { createCluster, hasPostgres } from "./cluster.ts";
import { launch, makeKeys, readAll, type Service } from "./service.ts";
import { temporaryFolder } from "../support/folder.ts";

const receiver = await startReceiver();
const kinds = [
  "contacts",
  "conversations",
  "tickets",
  "articles",
  "events",
  "webhooks",
] as const;

const everything = async (service: Service) =>
  Object.fromEntries(
    await Promise.all(
      kinds.map(
        async (kind) => [kind, await readAll(service, `/v1/${kind}`)] as const,
      ),
    ),
  );

async function stop({ program }: Service): Promise<void> {
  expect(await program.end()).toBe(0);
}

/** Makes an article and publishes it, in a store that no embedded server has open. */
async function publishArticle(settings: NodeJS.ProcessEnv): Promise<void> {
  const { id } = await operate(
    settings,
    "operator",
    "article",
    ...["--workspace", "w", "--title", "Envíos", "--body", "Diez días."],
  );
  await operate(settings, "operator", "publish", id, "--workspace", "w");
}

/** Fills a store by commands and requests, and returns its objects and its webhook. */
async function fill(settings: NodeJS.ProcessEnv, keys: string[]) {
  await publishArticle(settings);
  const service = await launch(settings, keys);
  const post = async <Path extends string>(path: Path, json: object) => {
    const { status, body } = await service.call(path, { json });
    expect(status).toBe(201);
    return body;
  };
  for (const name of ["Ana Núñez", "Ñandú +a", "Bárbara"]) {
    const email = `${randomBytes(4).toString("hex")}@example.com`;
    const contact_id = (await post("/v1/contacts", { name, email })).data.id;
    await post("/v1/conversations", { contact_id, body: "Hola" });
    await post("/v1/tickets", {
      contact_id,
      subject: "Factura",
      description: "Está mal.",
    });
  }
  const { data: hook } = await post("/v1/webhooks", {
    url: receiver.address,
    events: ["*"],
  });
  const { secret, ...shown } = hook;
  const all = await everything(service);
  expect(all["webhooks"]).toEqual([shown]);
  expect(all["articles"]).toHaveLength(1);
  await stop(service);
  return { all, hook };
}

/**
 * Starts a server on what was restored: everything is there, is found, and the webhook signs as
 * before.
 */
async function verify(
  settings: NodeJS.ProcessEnv,
  keys: string[],
  { all, hook }: Awaited<ReturnType<typeof fill>>,
) {
  const service = await launch(settings, keys);
  expect((await fetch(`${service.address}/readyz`)).status).toBe(200);
  expect(await everything(service)).toEqual(all);
  const found = await service.call(
    `/v1/contacts?q=${encodeURIComponent("ÑANDÚ")}`,
  );
  expect(found.body.data).toHaveLength(1);
  const before = receiver.received.length;
  expect(
    (await service.call(`/v1/webhooks/${hook.id}/test`, { json: {} })).status,
  ).toBeLessThan(300);
  const { headers, body } = (await receiver.arrived(before + 1))[before]!;
  expect(verifyWebhookSync(headers, body, hook.secret).type).toBe(
    "webhook.test",
  );
  return service;
}

test.runIf(onPostgres && hasPostgres)(
  "a dump of PostgreSQL, restored by psql and by pg_restore into an empty database, is served; in part it is not",
  { timeout: 180_000 },
  async () => {
    const cluster = await createCluster();
    const folder = temporaryFolder();
    const admin = await openSession(cluster.url);
    const database = async (name: string) => {
      await admin.query(`create database ${name}`);
      return cluster.url.replace(/postgres$/, name);
    };
    const common = { ...cluster.settings, LOCAL_WEBHOOKS: "true" };
    const settings = { ...common, DATABASE_URL: await database("filled") };
    const keys = await makeKeys(settings, 4);
    const filled = await fill(settings, keys);

    const text = join(folder, "dump.sql");
    writeFileSync(text, cluster.run("pg_dump", [settings.DATABASE_URL]));
    const byPsql = await database("by_psql");
    cluster.run("psql", ["-q", "-v", "ON_ERROR_STOP=1", "-f", text, byPsql]);
    const inPart = { ...common, DATABASE_URL: byPsql };
    const service = await verify(inPart, keys, filled);

    const archive = join(folder, "dump");
    writeFileSync(archive, "");
    cluster.run("pg_dump", ["-Fc", "-f", archive, settings.DATABASE_URL]);
    const byRestore = await database("by_restore");
    cluster.run("pg_restore", ["--exit-on-error", "-d", byRestore, archive]);
    await stop(
      await verify({ ...common, DATABASE_URL: byRestore }, keys, filled),
    );
    const counts = Object.entries(filled.all).map(
      ([kind, { length }]) => `${length} ${kind}`,
    );
    console.log(
      `restored by psql and by pg_restore: ${counts.join(", ")}, and the webhook signs as before`,
    );

    await (await openSession(byPsql)).query("drop table tickets");
    const ready = async () => (await fetch(`${service.address}/readyz`)).status;
    await expect.poll(ready, { timeout: 5000 }).toBe(503);
    await stop(service);
    await expectRefused(inPart, "the table tickets is missing");
  },
);

/** The faults that a program names, each with the statement that makes it whole. */
const faultsIn = (printed: string) => printed.match(/^- .*$/gm) ?? [];

/**
 * A start, `migrate` and the doctor name the same faults, and end with the status 1.
 * @returns these
 */
async function expectRefused(
  settings: NodeJS.ProcessEnv,
  fault: string,
): Promise<string[]> {
  const faults = faultsIn(await refusedStart(settings));
  expect(faults).toContainEqual(expect.stringContaining(`- ${fault}`));
  for (const line of [["migrate"], ["operator", "doctor"]]) {
    const { code, stdout, stderr } = await command(settings, ...line);
    expect(code, line.join(" ")).toBe(1);
    // The doctor prints a line for each check, with all faults in one.
    const printed = (stdout + stderr).replaceAll(/ (- the )/g, "\n$1");
    expect(faultsIn(printed), line.join(" ")).toEqual(faults);
  }
  return faults;
}

const command = (settings: NodeJS.ProcessEnv, ...line: string[]) =>
  run("server/operator/main.ts", line, ".", settings);

const sections = ["pre-data", "data"];

test.runIf(onPostgres && hasPostgres).each([
  [sections.slice(0, 1), "the rows of the table migrations are missing"],
  [
    sections,
    "the constraint contacts_pkey of contacts is missing: alter table contacts add constraint contacts_pkey PRIMARY KEY (workspace_id, id);",
  ],
])(
  "a dump of which pg_restore restored %s alone is refused by name",
  { timeout: 180_000 },
  async (restored, fault) => {
    const cluster = await createCluster();
    const admin = await openSession(cluster.url);
    const database = async (name: string) => {
      await admin.query(`create database ${name}`);
      return cluster.url.replace(/postgres$/, name);
    };
    const whole = {
      ...cluster.settings,
      DATABASE_URL: await database("whole"),
    };
    await makeKeys(whole, 1);
    const archive = join(temporaryFolder(), "dump");
    writeFileSync(archive, "");
    cluster.run("pg_dump", ["-Fc", "-f", archive, whole.DATABASE_URL]);
    const inPart = { ...whole, DATABASE_URL: await database("in_part") };
    const options = restored.map((section) => `--section=${section}`);
    cluster.run("pg_restore", [...options, "-d", inPart.DATABASE_URL, archive]);
    await expectRefused(inPart, fault);
  },
);

test.runIf(onPostgres && hasPostgres)(
  "the statements that a refusal names make what was restored in part whole, and then it is served",
  { timeout: 180_000 },
  async () => {
    const { inPart, keys, cluster } = await restoreInPart(
      sections.map((section) => `--section=${section}`),
    );
    const faults = await expectRefused(inPart, "the constraint contacts_pkey");
    const named = ["constraint", "index", "trigger"];
    for (const kind of named)
      expect(faults).toContainEqual(expect.stringMatching(`^- the ${kind} `));
    const statements = faults.map((fault) => /: (.+;)$/.exec(fault)?.[1]);
    expect(statements).not.toContain(undefined);

    cluster.run("psql", [
      "-q",
      "-v",
      "ON_ERROR_STOP=1",
      "-c",
      statements.join(" "),
      inPart.DATABASE_URL,
    ]);

    const { code, stdout } = await command(
      inPart,
      ...["operator", "doctor", "--deep"],
    );
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^ok +rows +/m)]);
    const service = await launch(inPart, keys);
    const json = { name: "Ana", email: "new@example.com" };
    expect((await service.call("/v1/contacts", { json })).status).toBe(201);
    await stop(service);
  },
);

test.runIf(onPostgres && hasPostgres)(
  "a dump that was restored without the rows of contacts is refused, and doctor --deep says how many are missing",
  { timeout: 180_000 },
  async () => {
    const { inPart } = await restoreInPart([], / TABLE DATA public contacts /);
    // PostgreSQL could not make the keys that lead to them.
    await expectRefused(
      inPart,
      "the constraint conversations_workspace_id_contact_id_fkey of conversations is missing: alter table conversations add constraint ",
    );
    const { code, stdout } = await command(
      inPart,
      ...["operator", "doctor", "--deep"],
    );
    expect(code).toBe(1);
    for (const found of [
      "3 missing, referred to by conversations\\.contact_id, e\\.g\\. ct_\\w+",
      "3 of 3 missing in the workspace w \\(ws_\\w+\\), by its usage",
    ])
      expect(stdout).toMatch(
        new RegExp(
          `^error +rows of contacts +${found}\\. Restore a whole `,
          "m",
        ),
      );
  },
);

/**
 * Restores a filled database with options of pg_restore, without the lines of its list that match.
 */
async function restoreInPart(options: string[], leftOut?: RegExp) {
  const cluster = await createCluster();
  const admin = await openSession(cluster.url);
  const database = async (name: string) => {
    await admin.query(`create database ${name}`);
    return cluster.url.replace(/postgres$/, name);
  };
  const common = { ...cluster.settings, LOCAL_WEBHOOKS: "true" };
  const whole = { ...common, DATABASE_URL: await database("whole") };
  const keys = await makeKeys(whole, 4);
  await fill(whole, keys);
  const folder = temporaryFolder();
  const archive = join(folder, "dump");
  const list = join(folder, "list");
  writeFileSync(archive, "");
  cluster.run("pg_dump", ["-Fc", "-f", archive, whole.DATABASE_URL]);
  const lines = cluster.run("pg_restore", ["-l", archive]).split("\n");
  writeFileSync(list, lines.filter((line) => !leftOut?.test(line)).join("\n"));
  const inPart = { ...common, DATABASE_URL: await database("in_part") };
  const from = ["-d", inPart.DATABASE_URL, "-L", list, ...options, archive];
  // It goes on after an error, ends with 1, and is not asked to stop.
  const restore = () => cluster.run("pg_restore", from);
  if (leftOut) expect(restore).toThrow();
  else restore();
  return { cluster, inPart, keys };
}

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
    expect([metric("refused"), metric("slower")]).toEqual([0, 1]);
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
  expect([code, stdout]).toEqual([0, expect.not.stringMatching(/^error/m)]);
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

test(
  "a copy of the embedded folder is served",
  { timeout: 120_000 },
  async () => {
    const settings: NodeJS.ProcessEnv = {
      ...(await emptyStore("embedded")),
      LOCAL_WEBHOOKS: "true",
      ENCRYPTION_KEY: "",
    };
    const keys = await makeKeys(settings, 4);
    const filled = await fill(settings, keys);
    const folder = temporaryFolder();
    cpSync(settings["DATA_DIR"] ?? "", folder, { recursive: true });
    expect(readFileSync(join(folder, "encryption.key"), "utf8")).not.toBe("");
    await stop(await verify({ ...settings, DATA_DIR: folder }, keys, filled));
    console.log(
      "a copy of the embedded folder is served, and the webhook signs as before",
    );
  },
);
