import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { isKeyOf } from "../../../../server/auth/encryption.ts";
import type { Check } from "../../../../server/operator/doctor/check.ts";
import { checkDatabase } from "../../../../server/operator/doctor/database.ts";
import { doctor } from "../../../../server/operator/doctor/doctor.ts";
import { readSettings } from "../../../../server/settings/settings.ts";
import { migrations } from "../../../../server/store/migration-list.ts";
import { openStore } from "../../../../server/store/open/open.ts";
import { refusedStart, run, start } from "../../../support/process.ts";
import { listenLocally } from "../../../support/raw.ts";
import { emptyStore, onPostgres } from "../../../support/store.ts";
import { createRole } from "../../../support/postgres.ts";

const newKey = () => randomBytes(32).toString("base64");

/** Runs the doctor with these settings. Returns check → state, with the line of a failed check. */
async function examine(env: NodeJS.ProcessEnv) {
  const { text, code } = await doctor.run(["--json"], env);
  const { healthy, checks } = JSON.parse(text) as {
    healthy: boolean;
    checks: Check[];
  };
  expect(code).toBe(healthy ? 0 : 1);
  const states: Record<string, string> = Object.fromEntries(
    checks.map(({ name, state }) => [name, state]),
  );
  const faults: string[] = checks
    .filter(({ state }) => state === "error")
    .map(({ name, found, hint }) =>
      `${name}: ${[found, hint].join(" ")}`.trim(),
    );
  return { states, faults };
}

const openOf = (env: NodeJS.ProcessEnv) =>
  openStore({
    databaseUrl: env["DATABASE_URL"] || undefined,
    dataDir: env["DATA_DIR"] ?? "",
  });

// The files of /proc take no room on any disk.
test.runIf(existsSync("/proc/version"))(
  "the doctor finds a data folder on a disk without room",
  async () => {
    const { states, faults } = await examine({ DATA_DIR: "/proc/contacts" });

    expect(states).toMatchObject({ disk: "error" });
    expect(faults).toContain(
      "disk: 0 MiB (0 %) of the disk of DATA_DIR are free Make room: without it nothing can be written.",
    );
  },
);

/** An empty store with a key, as a first start leaves it. */
async function usedStore(
  change = async (_store: Awaited<ReturnType<typeof openOf>>) => {},
  settings = emptyStore(),
) {
  const env: NodeJS.ProcessEnv & { ENCRYPTION_KEY: string } = {
    ...(await settings),
    ENCRYPTION_KEY: newKey(),
  };
  const store = await openOf(env);
  await isKeyOf(store, [Buffer.from(env.ENCRYPTION_KEY, "base64")]);
  await change(store);
  await store.close();
  return env;
}

describe("a deployment", () => {
  test("that is well has no fault", async () => {
    const { states, faults } = await examine(await usedStore());
    expect(faults).toEqual([]);
    expect(states).toMatchObject({
      settings: "ok",
      node: "ok",
      disk: "ok",
      clock: "ok",
      extensions: "ok",
      schema: "ok",
      "encryption key": "ok",
      redis: "ok",
    });
    expect(Object.keys(states).includes("connections")).toBe(onPostgres);
  });

  test("in which a single migration has not run has a warning", async () => {
    const newest = Object.keys(migrations).at(-1);
    const settings = await usedStore(
      async ({ database }) =>
        void (await sql`delete from migrations where name = ${newest}`.execute(
          database,
        )),
    );

    const { states, faults } = await examine(settings);

    expect(states).toMatchObject({ schema: "warning" });
    expect(faults).toEqual([]);
  });

  test.each<{
    name: string;
    settings: () => Promise<NodeJS.ProcessEnv>;
    fault: RegExp;
  }>([
    {
      name: "another encryption key",
      settings: async () => ({
        ...(await usedStore()),
        ENCRYPTION_KEY: newKey(),
      }),
      fault:
        /^encryption key: the database was used with the key \w{8}, which is not set .*reset-secrets$/,
    },
    {
      name: "a table that was dropped",
      settings: () =>
        usedStore(
          async ({ database }) =>
            void (await sql`drop table tickets`.execute(database)),
        ),
      fault:
        /^schema: the table tickets is missing; .* Restore a whole backup [^]*\n- the table tickets is missing: create table tickets \(/,
    },
    {
      name: "a newer database that it cannot work with",
      settings: () =>
        usedStore(async ({ database }) => {
          await sql`insert into migrations (name, version) values ('9999-future', 'Contacts API 9.0.0')`.execute(
            database,
          );
          await sql`update required_migration set name = '9999-future'`.execute(
            database,
          );
        }),
      fault:
        /^schema: Contacts API 9\.0\.0 has migrated it \(9999-future\), .*cannot work with that Start that version or a later one, or restore a backup of this version\.$/,
    },
    {
      name: "a Redis that nobody runs",
      settings: async () => ({
        ...(await usedStore()),
        REDIS_URL: "redis://:hunter2@127.0.0.1:9",
      }),
      fault:
        /^redis: 127\.0\.0\.1:9 \(REDIS_URL\): [^]*ECONNREFUSED[^]*Correct REDIS_URL/,
    },
    {
      name: "a Redis that is none, and closes connections",
      settings: async () => {
        const other = createServer((socket) => socket.end());
        return {
          ...(await usedStore()),
          REDIS_URL: `redis://${await listenLocally(other)}`,
        };
      },
      fault: /^redis: 127\.0\.0\.1:\d+ \(REDIS_URL\): .+ Correct REDIS_URL/,
    },
    {
      name: "a Redis that may only be read",
      settings: async () => {
        const replica = createServer((socket) =>
          socket.on("data", (data) => {
            for (const command of String(data).split(/(?=^\*)/m))
              socket.write(
                /^set\r/m.test(command)
                  ? "-READONLY a replica\r\n"
                  : "+role:master\r\n",
              );
          }),
        );
        return {
          ...(await usedStore()),
          REDIS_URL: `redis://${await listenLocally(replica)}`,
        };
      },
      fault:
        /^redis: 127\.0\.0\.1:\d+ \(REDIS_URL\): READONLY a replica Correct REDIS_URL/,
    },
    {
      name: "an index that was not built to its end",
      settings: () =>
        usedStore(async ({ database }) => {
          await sql`update pg_index set indisvalid = false where indexrelid = 'contacts_email'::regclass`.execute(
            database,
          );
        }),
      fault:
        /^schema: the index contacts_email of contacts is not valid Restore [^]*: reindex index contacts_email;$/,
    },
    {
      name: "an index that only makes it slower, and was dropped",
      settings: () =>
        usedStore(
          async ({ database }) =>
            void (await sql`drop index contacts_newest`.execute(database)),
        ),
      fault:
        /^schema: the index contacts_newest of contacts is missing Restore [^]*: CREATE INDEX contacts_newest ON contacts/,
    },
    {
      name: "an audit log that can be changed",
      settings: () =>
        usedStore(
          async ({ database }) =>
            void (await sql`drop trigger keep_audit_log on audit_log`.execute(
              database,
            )),
        ),
      fault:
        /^schema: the trigger keep_audit_log of audit_log is missing Restore /,
    },
    {
      name: "an extension that was dropped",
      settings: () =>
        usedStore(
          async ({ database }) =>
            void (await sql`drop extension pg_trgm cascade`.execute(database)),
        ),
      fault:
        /^schema: the extension pg_trgm is missing; .* Restore a whole backup/,
    },
    {
      name: "a setting that cannot be",
      settings: async () => ({ ...(await emptyStore()), PORT: "many" }),
      fault: /^settings: [^]*PORT must be a port/,
    },
  ])(
    "with $name has one fault, which says what to do",
    async ({ settings, fault: line }) => {
      const { faults } = await examine(await settings());
      expect(faults).toEqual([expect.stringMatching(line)]);
      expect(faults.join()).not.toContain("hunter2");
    },
  );
});

describe.runIf(onPostgres)("on PostgreSQL", () => {
  test("one that cannot be reached is a fault, and the message has no password", async () => {
    const { faults } = await examine({
      DATABASE_URL: "postgres://ana:hunter2@127.0.0.1:9/contacts",
    });
    expect(faults).toEqual([
      expect.stringMatching(/^database: .*ECONNREFUSED.* Correct DATABASE_URL/),
    ]);
    expect(faults.join()).not.toContain("hunter2");
  });

  test("fewer connections than a server takes are a fault, and a start is refused", async () => {
    const env = await usedStore();
    const { name, url, admin } = await createRole(
      env["DATABASE_URL"] ?? "",
      "connection limit 10",
    );
    await admin.query(
      `grant select, insert, update, delete on all tables in schema public to ${name}`,
    );
    const settings = { ...env, DATABASE_URL: url };
    const { host, pathname } = new URL(url);
    const reason =
      `PostgreSQL at ${host}${pathname} (DATABASE_URL) cannot be used: it allows this user 10 connections ` +
      "(53300). Raise max_connections of that server, or the limit of this user or database, or start fewer servers: " +
      "each takes up to 11 connections.";
    expect((await examine(settings)).faults).toEqual([`database: ${reason}`]);
    expect(await refusedStart(settings)).toBe(`${reason}\n`);
    await admin.query(`alter role ${name} connection limit 11`);
    await (await openOf(settings)).close();
    // No limit holds for a superuser.
    await admin.query(`alter role ${name} connection limit 10 superuser`);
    await admin.query(
      `alter database ${pathname.slice(1)} connection limit 10`,
    );
    await (await openOf(settings)).close();
    await admin.query(`alter role ${name} connection limit -1 nosuperuser`);
    expect((await examine(settings)).faults).toEqual([`database: ${reason}`]);
  });

  test("a user without rights is a fault, and the rights that OPERATIONS.md names are enough", async () => {
    const env = await usedStore();
    const { name, url, admin } = await createRole(env["DATABASE_URL"] ?? "");
    const settings = { ...env, DATABASE_URL: url };
    const grantIt =
      "Grant it as server/OPERATIONS.md says under Upgrade and rollback.";
    const denied =
      /may not read and write api_keys, .*, migrations, .*OPERATIONS\.md/;
    expect((await examine(settings)).faults).toEqual([
      expect.stringMatching(denied),
    ]);
    expect(await refusedStart(settings)).toMatch(denied);
    const list = ["keys", "list"];
    expect(await run("server/operator/main.ts", list, ".", settings)).toEqual({
      code: 1,
      stdout: "",
      stderr: `permission denied for table migrations (42501). ${grantIt}\n`,
    });
    const text = readFileSync("server/OPERATIONS.md", "utf8");
    const [, grants = ""] = /```sql\n(grant [^]*?)```/.exec(text) ?? [];
    expect(grants).toContain("to contacts_server;");
    await admin.query(grants.replaceAll("contacts_server", name));
    expect((await examine(settings)).faults).toEqual([]);
    await (await openOf(settings)).close();
    for (const right of [
      "insert on contacts",
      "all on deprecated_uses",
      "delete on messages",
      "update on tickets",
      "select on webhooks",
    ])
      await admin.query(`revoke ${right} from ${name}`);
    expect(await refusedStart(settings)).toBe(
      `The user of DATABASE_URL may not read and write contacts, deprecated_uses, messages, tickets, webhooks. ${grantIt}\n`,
    );
  });

  test("a large table without statistics is a warning that names it", async () => {
    const env = await usedStore(async ({ database }) => {
      await sql`alter table audit_log set (autovacuum_enabled = false)`.execute(
        database,
      );
      await sql`insert into audit_log (id, created_at, by, command)
        select 'audit_' || i, now(), repeat('x', 100), '' from generate_series(1, 9999) i`.execute(
        database,
      );
    });
    const statistics = async () => {
      const { text } = await doctor.run(["--json"], env);
      const { checks } = JSON.parse(text) as { checks: Check[] };
      return checks.find(({ name }) => name === "statistics");
    };
    expect(await statistics()).toMatchObject({
      state: "warning",
      found: "audit_log: no statistics",
      hint: 'Run: psql "$DATABASE_URL" -c analyze',
    });
    const store = await openOf(env);
    await sql`analyze audit_log`.execute(store.database);
    await store.close();
    expect(await statistics()).toMatchObject({
      state: "ok",
      found: "every large table has statistics",
    });
  });

  test("a clock is a warning when it is wrong by seconds, and an error from a minute on", async () => {
    const env = await usedStore();
    const store = await openOf(env);
    onTestFinished(store.close);
    const present = Date.now;
    const clock = vi.spyOn(Date, "now");
    onTestFinished(() => clock.mockRestore());
    for (const { seconds, state } of [
      { seconds: 1, state: "ok" },
      { seconds: 3, state: "warning" },
      { seconds: -57, state: "warning" },
      { seconds: -63, state: "error" },
    ]) {
      clock.mockImplementation(() => present() + 1000 * seconds);
      const checks = await checkDatabase(store.database, readSettings(env));
      expect(checks.find(({ name }) => name === "clock")).toMatchObject({
        state,
      });
    }
  });

  test("no key is a fault, and nothing is changed", async () => {
    const env = { ...(await emptyStore()), ENCRYPTION_KEY: "" };
    expect((await examine(env)).faults).toEqual([
      expect.stringMatching(/^encryption key: ENCRYPTION_KEY is not set/),
    ]);
    const store = await openOf(env);
    onTestFinished(store.close);
    expect(
      await store.database.selectFrom("encryption_key").select("id").execute(),
    ).toEqual([]);
  });
});

describe("on the embedded store", () => {
  test("a server that has it open is no fault", async () => {
    const env = await usedStore(undefined, emptyStore("embedded"));
    const store = await openOf(env);
    onTestFinished(store.close);
    const { states, faults } = await examine(env);
    expect(states["database"]).toBe("ok");
    expect(faults).toEqual([]);
  });

  test("a folder that is damaged is a fault, and the command ends with 1 and a line for each check", async () => {
    const env = await usedStore(undefined, emptyStore("embedded"));
    rmSync(join(env["DATA_DIR"] ?? "", "pglite/global"), { recursive: true });
    const command = start(
      "server/operator/main.ts",
      ["operator", "doctor"],
      env,
    );
    expect(await command.ended).toBe(1);
    const lines = command.output().trim().split("\n");
    expect(
      lines.every((line) => /^(ok|warning|error) +[a-z]+ /.test(line)),
    ).toBe(true);
    expect(lines.filter((line) => line.startsWith("error"))).toEqual([
      expect.stringMatching(
        /^error +database +The database in \S+ cannot be opened: .*\. Restore \S+ from a backup, or set DATA_DIR to another folder\.$/,
      ),
    ]);
  });
});
