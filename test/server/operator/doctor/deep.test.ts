import { randomBytes } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import type { Check } from "../../../../server/operator/doctor/check.ts";
import { doctor } from "../../../../server/operator/doctor/doctor.ts";
import { createKey } from "../../../../server/auth/keys.ts";
import { openStore } from "../../../../server/store/open/open.ts";
import { record } from "../../../../server/webhooks/record.ts";
import { call } from "../../../support/call.ts";
import { createDatabase, nameOf } from "../../../support/database.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { operate, run } from "../../../support/process.ts";
import { serve } from "../../../support/server.ts";
import { emptyStore, type Kind, stores } from "../../../support/store.ts";
import { credentialsOf, fillWorkspace } from "../../../support/world.ts";

const openOf = (env: NodeJS.ProcessEnv) =>
  openStore(
    {
      databaseUrl: env["DATABASE_URL"] || undefined,
      dataDir: env["DATA_DIR"] ?? "",
    },
    { by: "operator" },
  );

/** A store with a workspace that has rows in each table, as it was before a backup. */
async function fill(kind: Kind): Promise<NodeJS.ProcessEnv> {
  const env = {
    ...(await emptyStore(kind, afterAll)),
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
  };
  const store = await openOf(env);
  const { address, cipher, close } = await serve({ store });
  await fillWorkspace({ address, store }, "acme");
  await credentialsOf({ store, cipher }, "acme").session();
  const { key } = await createKey(store, { workspace: "acme", scopes: ["*"] });
  const create = (email: string) =>
    call<{ data: { id: string } }>(address, "/v1/contacts", {
      key,
      json: { name: "Eva", email },
      headers: { "Idempotency-Key": email },
    });
  await create("stays@example.com");
  const { id } = (await create("leaves@example.com")).body.data;
  await call(address, `/v1/contacts/${id}`, { key, method: "DELETE" });
  const delivery = await store.database
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhooks as webhook", "webhook.id", "delivery.webhook_id")
    .select(["delivery.workspace_id", "webhook_id", "delivery.id", "url"])
    .executeTakeFirstOrThrow();
  const job = {
    workspaceId: delivery.workspace_id,
    webhookId: delivery.webhook_id,
    deliveryId: delivery.id,
    claimedUntil: "",
    lane: "quick" as const,
  };
  const outcome = {
    response_status: 204,
    error: null,
    duration_ms: 1,
    response_excerpt: "",
  };
  const attempt = { job, url: delivery.url, at: new Date().toISOString() };
  await record(store, attempt, outcome);
  await close();
  await store.close();
  return env;
}

const all = await Promise.all(stores.map(fill));
const [filled = expect.unreachable()] = all;
const embedded = all.at(-1);

/** A copy of a filled store, after statements that no constraint and no trigger refused. */
async function restoredInPart(
  statements: string[] = [],
  from = filled,
): Promise<NodeJS.ProcessEnv> {
  const { DATABASE_URL, DATA_DIR = "" } = from;
  const env = { ...from };
  if (DATABASE_URL) {
    const copy = await createDatabase(undefined, nameOf(DATABASE_URL));
    onTestFinished(copy.drop);
    env["DATABASE_URL"] = copy.url;
  } else {
    env["DATA_DIR"] = temporaryFolder();
    cpSync(DATA_DIR, env["DATA_DIR"], { recursive: true });
  }
  const store = await openOf(env);
  await store.database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(
      transaction,
    );
    for (const statement of statements)
      await sql.raw(statement).execute(transaction);
  });
  await store.close();
  return env;
}

/** The errors of a doctor's run, and how it ended. */
async function examine(env: NodeJS.ProcessEnv, ...options: string[]) {
  const { code, text } = await doctor.run(["--json", ...options], env);
  const { checks } = JSON.parse(text) as { checks: Check[] };
  const rows = checks.filter(({ name }) => name.startsWith("rows"));
  return {
    code,
    rows,
    errors: checks.filter(({ state }) => state === "error"),
  };
}

test("no row of a whole database is missing, and only --deep looks", async () => {
  const env = await restoredInPart();
  const { code, rows } = await examine(env, "--deep");
  expect(rows).toEqual([
    {
      name: "rows",
      state: "ok",
      found: expect.stringMatching(
        /^none is missing; compared: \d\d references and the usage of 1 workspaces$/,
      ),
    },
  ]);
  expect(code).toBe(0);
  expect((await examine(env)).rows).toEqual([]);
});

test("contacts that were left out are counted, by what names them and by the usage, with what to do", async () => {
  const env = await restoredInPart(["delete from contacts"]);
  const { code, errors } = await examine(env, "--deep");
  expect(code).toBe(1);
  const of = (by: string) =>
    errors.find(({ found }) => found.includes(`by ${by}`));
  expect(of("conversations.contact_id")).toEqual({
    name: "rows of contacts",
    state: "error",
    found: expect.stringMatching(
      /^3 missing, referred to by conversations\.contact_id, e\.g\. ct_\w+$/,
    ),
    hint: expect.stringMatching(
      /^Restore a whole backup into an empty database/,
    ),
    missing: {
      table: "contacts",
      rows: 3,
      example: expect.stringMatching(/^ct_/),
    },
  });
  expect(of("events.contact_id")?.missing).toMatchObject({ rows: 4 });
  expect(of("its usage")?.found).toMatch(
    /^(\d+) of \1 missing in the workspace acme \(ws_\w+\), by its usage$/,
  );
  // As people read it.
  const line = ["operator", "doctor", "--deep"];
  const printed = await run("server/operator/main.ts", line, ".", env);
  expect(printed.code).toBe(1);
  expect(printed.stdout).toMatch(
    /^error +rows of contacts +3 missing, referred to by conversations\.contact_id, e\.g\. ct_\w+\. Restore /m,
  );
});

test("the embedded store is read as well", async () => {
  const whole = await restoredInPart([], embedded);
  expect((await examine(whole, "--deep")).errors).toEqual([]);
  const env = await restoredInPart(["delete from contacts"], embedded);
  const { errors } = await examine(env, "--deep");
  expect(errors.map(({ name }) => name)).toContain("rows of contacts");
});

test("an embedded store that a server has open is not read, which is an error", async () => {
  const env = await restoredInPart([], embedded);
  const store = await openOf(env);
  onTestFinished(store.close);
  const { code, errors } = await examine(env, "--deep");
  expect(errors.map(({ found }) => found)).toEqual([
    `a server has ${env["DATA_DIR"]} open, so its rows cannot be read`,
  ]);
  expect(code).toBe(1);
});

test("contacts to whom nothing refers are missing by the usage of their workspace", async () => {
  const env = await restoredInPart([
    "delete from contacts where name = (select max(name) from contacts)",
    "delete from conversations where contact_id not in (select id from contacts)",
    "delete from tickets where contact_id not in (select id from contacts)",
    "delete from messages where conversation_id not in (select id from conversations)",
    "delete from messenger_sessions where contact_id not in (select id from contacts)",
    "update events set contact_id = null",
  ]);
  const { errors } = await examine(env, "--deep");
  expect(errors.map(({ missing }) => missing)).toEqual([
    { table: "contacts", rows: 1, example: expect.stringMatching(/^ws_/) },
  ]);
});

test("a contact is missing by the usage of its workspace, whose bytes are right", async () => {
  const env = await restoredInPart([
    "update workspace_usage_parts set contacts = contacts + 1 where part = (select min(part) from workspace_usage_parts)",
  ]);

  const { errors } = await examine(env, "--deep");

  expect(errors.map(({ missing }) => missing)).toEqual([
    { table: "contacts", rows: 1, example: expect.stringMatching(/^ws_/) },
  ]);
});

describe("rows of each table that were left out are named", () => {
  test.each([
    { table: "workspaces", found: "referred to by contacts.workspace_id" },
    { table: "contacts", found: "referred to by tickets.contact_id" },
    {
      table: "conversations",
      found: "referred to by messages.conversation_id",
    },
    { table: "messages", found: "bytes missing in the workspace acme" },
    { table: "tickets", found: "bytes missing in the workspace acme" },
    {
      table: "ticket_numbers",
      found: "referred to by tickets.workspace_id, e.g. ws_",
    },
    { table: "events", found: "referred to by webhook_deliveries.event_id" },
    {
      table: "webhooks",
      found: "referred to by webhook_deliveries.webhook_id",
    },
    {
      table: "webhook_deliveries",
      found: "referred to by webhook_attempts.delivery_id",
    },
    {
      table: "webhook_attempts",
      found: "referred to by webhook_deliveries.id",
    },
    {
      table: "messenger_tokens",
      found: "referred to by messenger_sessions.token_id",
    },
    {
      table: "messenger_sessions",
      found: "bytes missing in the workspace acme",
    },
    { table: "cursor_positions", found: "bytes missing in the workspace acme" },
    { table: "idempotency_keys", found: "bytes missing in the workspace acme" },
    { table: "workspace_usage_parts", found: "and its usage counts 0 and 0" },
  ])("$table: $found", async ({ table, found }) => {
    const env = await restoredInPart([`delete from ${table}`]);
    const { code, errors } = await examine(env, "--deep");
    const named = errors.find((error) => error.found.includes(found));
    expect(named?.name, JSON.stringify(errors)).toBe(
      found.startsWith("bytes") ? "rows" : `rows of ${table}`,
    );
    if (found.startsWith("bytes")) expect(named?.found).toContain(table);
    expect(code).toBe(1);
  });
});

describe("--export FILE", () => {
  test("names each table of which the file has rows that the database lacks", async () => {
    const file = join(temporaryFolder(), "acme.jsonl");
    await operate(filled, "operator", "export", "acme", file);
    const whole = await examine(filled, "--export", file);
    expect(whole.rows.map(({ found }) => found)).toEqual([
      expect.stringMatching(
        `^none is missing; compared: \\d\\d references and the usage of 1 workspaces, and ${file}$`,
      ),
    ]);
    // Rows to which nothing refers, and which no usage counts.
    const env = await restoredInPart([
      "delete from articles where slug = (select min(slug) from articles)",
      "delete from api_keys",
    ]);
    expect((await examine(env, "--deep")).errors).toEqual([]);
    const { code, errors } = await examine(env, "--deep", "--export", file);
    expect(code).toBe(1);
    expect(errors.map(({ found }) => found)).toEqual([
      expect.stringMatching(
        `^1 of the 3 rows in ${file} are missing, e\\.g\\. ar_`,
      ),
      expect.stringMatching(
        `^(\\d+) of the \\1 rows in ${file} are missing, e\\.g\\. key_`,
      ),
    ]);
  });

  test("misses nothing of a database that has got more rows since", async () => {
    const file = join(temporaryFolder(), "acme.jsonl");
    await operate(filled, "operator", "export", "acme", file);
    const earlier = readFileSync(file, "utf8").replace(
      /"idempotency_keys":\d+/,
      '"idempotency_keys":0',
    );
    writeFileSync(file, earlier);

    expect((await examine(filled, "--export", file)).errors).toEqual([]);
  });

  test("counts all rows that are missing, also more than are looked up at once", async () => {
    const file = join(temporaryFolder(), "acme.jsonl");
    await operate(filled, "operator", "export", "acme", file);
    const lost = Array.from(
      { length: 2001 },
      (_, n) => `["articles",{"id":"ar_lost${n}"}]\n`,
    ).join("");
    const more = readFileSync(file, "utf8")
      .replace(/^\["articles"/m, `${lost}$&`)
      .replace('"articles":3', '"articles":2004');
    writeFileSync(file, more);

    const { errors } = await examine(filled, "--export", file);

    expect(errors.map(({ found }) => found)).toEqual([
      `2001 of the 2004 rows in ${file} are missing, e.g. ar_lost0`,
    ]);
  });

  test("of a workspace that is not there names it; a file that was cut off is refused", async () => {
    const file = join(temporaryFolder(), "acme.jsonl");
    await operate(filled, "operator", "export", "acme", file);
    const { errors } = await examine(await emptyStore(), "--export", file);
    const ofRows = errors.filter(({ name }) => name.startsWith("rows"));
    expect(ofRows.map(({ name, found }) => `${name}: ${found}`)).toEqual([
      expect.stringMatching(
        `^rows of workspaces: the workspace acme \\(ws_\\w+\\) of ${file} is missing$`,
      ),
    ]);
    writeFileSync(
      file,
      readFileSync(file, "utf8").split("\n").slice(0, -2).join("\n"),
    );
    const cut = await examine(filled, "--export", file);
    expect(cut.errors.map(({ found }) => found)).toEqual([
      `they cannot be compared: ${file} was cut off, or changed.`,
    ]);
  });
});

test("more than a thousand missing rows are not counted", async () => {
  const env = await restoredInPart([
    `insert into events (workspace_id, id, type, created_at, data, contact_id, bytes)
     select id, 'evt_' || n, 'contact.created', now(), '{}', 'ct_' || n, 200
     from workspaces, generate_series(1, 1001) n`,
    `insert into messenger_sessions (workspace_id, id, token_id, hash, name, email, email_verified, contact_id, created_at)
     select workspace_id, 'mss_' || n, token_id, 'hash ' || n, '', '', false, 'ct_' || n, created_at
     from (select * from messenger_sessions limit 1) session, generate_series(1, 1000) n`,
  ]);

  const { rows } = await examine(env, "--deep");

  const found = rows.map((row) => row.found);
  expect(found).toContain(
    "more than 1000 missing, referred to by events.contact_id, e.g. ct_1",
  );
  expect(found).toContain(
    "1000 missing, referred to by messenger_sessions.contact_id, e.g. ct_1",
  );
});

test("no more than a hundred workspaces with a wrong usage are listed", async () => {
  const env = await restoredInPart([
    `insert into workspaces (id, name, created_at)
     select 'ws_' || n, 'w' || n, now() from generate_series(1, 101) n`,
    `insert into workspace_usage_parts (workspace_id, part, contacts, bytes)
     select 'ws_' || n, 0, 0, 7 from generate_series(1, 101) n`,
  ]);

  const { rows } = await examine(env, "--deep");

  expect(rows).toHaveLength(100);
  for (const { found } of rows)
    expect(found).toMatch(/^7 of 7 bytes missing in the workspace w\d+ /);
});

test("a table that is missing is named by the schema, and the rows are compared afterwards", async () => {
  const env = await restoredInPart(["drop table webhook_attempts"]);
  const { errors } = await examine(env, "--deep");
  expect(errors.map(({ name }) => name)).toEqual(["schema"]);
  const without = await restoredInPart(["drop table messages"]);
  const unread = await examine(without, "--deep");
  expect(unread.errors.map(({ name, found }) => `${name}: ${found}`)).toEqual([
    expect.stringContaining("schema: the table messages is missing"),
    expect.stringContaining(
      'rows: they cannot be compared: relation "messages"',
    ),
  ]);
});

test("a column that is missing is named by the schema, and the rows of other columns are compared", async () => {
  const env = await restoredInPart([
    "alter table conversations drop column id cascade",
    "delete from contacts",
  ]);
  const { errors } = await examine(env, "--deep");
  const found = errors.map((error) => `${error.name}: ${error.found}`);
  expect(found).toContainEqual(
    expect.stringContaining("schema: the column conversations.id is missing"),
  );
  expect(found).toContainEqual(
    expect.stringMatching(
      /^rows of contacts: 3 missing, referred to by conversations\.contact_id/,
    ),
  );
});
