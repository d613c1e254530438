import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { createKey } from "../../../server/auth/keys.ts";
import { buildLine } from "../../../server/contract/build-info.ts";
import { prepare } from "../../../server/operator/run.ts";
import { unavailableReason } from "../../../server/store/errors.ts";
import { hasSchema, isWritable } from "../../../server/store/readiness.ts";
import { migrate } from "../../../server/store/migrate.ts";
import { migrations } from "../../../server/store/migration-list.ts";
import { openPostgres } from "../../../server/store/open/postgres.ts";
import { operate } from "../../support/process.ts";
import { evaluate } from "../../../server/store/statement.ts";
import { inTransaction } from "../../../server/store/transaction.ts";
import { onPostgres } from "../../support/store.ts";
import {
  copyDatabase,
  createRole,
  emptyDatabase,
  openSession,
  splitTables,
} from "../../support/postgres.ts";

const names = Object.keys(migrations);

async function open(url: string) {
  const store = await openPostgres(url);
  onTestFinished(store.close);
  return store;
}

describe.runIf(onPostgres)("migrations", () => {
  test("of ten processes that start at once on an empty database run once", async () => {
    const url = await emptyDatabase();
    const stores = await Promise.all(
      Array.from({ length: 10 }, () => openPostgres(url)),
    );
    const { rows } = await sql<{
      name: string;
    }>`select name from migrations order by name`.execute(stores[0]!.database);
    expect(rows.map(({ name }) => name)).toEqual(names);
    await Promise.all(stores.map((store) => store.close()));
  });

  test("run apart from a start", async () => {
    const url = await emptyDatabase();
    for (const _ of ["first", "again"])
      expect(await operate({ DATABASE_URL: url }, "migrate")).toEqual({
        migrations: names,
      });
  });

  test("need no right to create once they have run; before, they fail with the database's own reason", async () => {
    const url = await emptyDatabase();
    const { name, url: asRole, admin } = await createRole(url);
    await expect(openPostgres(asRole)).rejects.toThrow(
      /^The database could not be brought up to date: permission denied .*\(42501\)\. .*Run npm run migrate as a user/,
    );
    await (await openPostgres(url)).close();
    await admin.query(
      `grant select, insert, update, delete on all tables in schema public to ${name}`,
    );
    const store = await openPostgres(asRole);
    expect(await hasSchema(store.database)).toBe(true);
    await store.close();
  });

  test("fail with the database's own reason alone where nobody knows what to do", async () => {
    const url = await emptyDatabase();
    const client = await openSession(url);
    await client.query(
      `create function refuse() returns event_trigger language plpgsql as $$ begin raise 'not today'; end $$;
       create event trigger refuse on ddl_command_start when tag in ('CREATE TABLE') execute function refuse()`,
    );
    await expect(openPostgres(url)).rejects.toThrow(
      /^The database could not be brought up to date: not today \(P0001\)\. Migration 0001-baseline failed, and it was rolled back\.$/,
    );
  });

  test.each(["contacts (mine int)", "migrations (migration text)"])(
    "leave a database alone that has another program's table: %s",
    async (table) => {
      const url = await emptyDatabase();
      await (await openSession(url)).query(`create table ${table}`);
      await expect(openPostgres(url)).rejects.toThrow(
        `The database could not be brought up to date: relation "${table.split(" ")[0]}" already exists (42P07). ` +
          "Migration 0001-baseline failed, and it was rolled back. " +
          "The tables of another program are in this database. Give the server an empty one.",
      );
    },
  );
});

test.runIf(onPostgres)(
  "what a database sets otherwise for its sessions changes nothing",
  async () => {
    const url = await emptyDatabase();
    const client = await openSession(url);
    const name = new URL(url).pathname.slice(1);
    for (const setting of [
      "datestyle = 'German, DMY'",
      "timezone = 'America/Argentina/Buenos_Aires'",
      "standard_conforming_strings = off",
      "bytea_output = 'escape'",
      "default_transaction_isolation = 'serializable'",
      "extra_float_digits = -15",
      "plan_cache_mode = force_generic_plan",
      "quote_all_identifiers = on",
      "gin_fuzzy_search_limit = 1",
    ])
      await client.query(`alter database ${name} set ${setting}`);
    const store = await open(url);
    const { created_at } = await createKey(store, {
      workspace: "set otherwise",
      scopes: ["*"],
    });
    expect(created_at).toBe(new Date(created_at).toISOString());
    const { rows } = await sql`
    select array['\\', '\\x41'::bytea::text, 12.5::float8::text, current_setting('plan_cache_mode'),
      current_setting('transaction_isolation'), current_setting('gin_fuzzy_search_limit')] as seen`.execute(
      store.database,
    );
    expect(rows).toEqual([
      { seen: ["\\", "\\x41", "12.5", "auto", "read committed", "0"] },
    ]);
    // Another start compares the tables with what the migrations make.
    expect((await open(url)).faults).toEqual([]);
  },
);

test.runIf(onPostgres)(
  "a commit is as durable as the database's own setting asks for",
  async () => {
    const url = await emptyDatabase();
    const client = await openSession(url);
    const name = new URL(url).pathname.slice(1);
    await client.query(
      `alter database ${name} set synchronous_commit = remote_apply`,
    );
    const store = await open(url);
    const durability = sql<string>`current_setting('synchronous_commit')`;
    await createKey(store, { workspace: "a", scopes: ["*"] });
    const { id } = await store.database
      .selectFrom("workspaces")
      .select("id")
      .executeTakeFirstOrThrow();
    const seen = await inTransaction(store, id, async ({ database }) => ({
      ofTransaction: await evaluate(database, durability),
      ofStatement: await evaluate(store.database, durability),
    }));
    expect(seen).toEqual({
      ofTransaction: "remote_apply",
      ofStatement: "remote_apply",
    });
  },
);

describe.runIf(onPostgres)(
  "a database that cannot be used is named, with the reason",
  () => {
    test.each([
      {
        what: "encoding",
        options: "encoding 'LATIN1' locale 'C'",
        message:
          "cannot be used: the encoding of the database is LATIN1, and must be UTF8.",
      },
      {
        what: "locale",
        options:
          "encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'tr'",
        message:
          "The locale of the database makes ı of I. Make the database with another one",
      },
    ])("one in another $what", async ({ what, options: created, message }) => {
      const url = new URL(await emptyDatabase());
      const admin = await openSession(url.href);
      const name = `${url.pathname.slice(1)}_${what}`;
      await admin.query(
        `create database ${name} ${created} template template0`,
      );
      onTestFinished(
        async () =>
          void (await admin.query(`drop database ${name} with (force)`)),
      );
      url.pathname = name;
      await expect(openPostgres(url.href)).rejects.toThrow(message);
    });

    test("one that may only be read responds with 503", async () => {
      const url = await emptyDatabase();
      const store = await open(url);
      await sql
        .raw(
          `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`,
        )
        .execute(store.database);
      const readOnly = await openPostgres(url, { by: "operator" });
      onTestFinished(readOnly.close);
      expect(await isWritable(readOnly.database)).toBe(false);
      const refused = createKey(readOnly, { workspace: "w", scopes: ["*"] });
      await expect(refused.catch(unavailableReason)).resolves.toBe("read_only");
    });
  },
);

describe.runIf(onPostgres)(
  "a rollback: the database has been migrated by a newer server",
  () => {
    const newer = async () => {
      const url = await emptyDatabase();
      const store = await open(url);
      await sql`insert into migrations (name, version) values ('9999-newer', 'Contacts API 9.0.0')`.execute(
        store.database,
      );
      return { url, ...store };
    };

    test("one that only added: this server starts and is ready, and no command leaves out what it added", async () => {
      const { url, database, ...store } = await newer();
      expect(await migrate(database)).toEqual([]);
      await open(url);
      expect(await hasSchema(database)).toBe(true);
      for (const line of ["export w file", "erase w", "usage --workspace w"])
        await expect(
          prepare(["operator", ...line.split(" ")])({ database, ...store }),
        ).rejects.toThrow(
          `Contacts API 9.0.0 has migrated this database (9999-newer), and this is ${buildLine()}. Run the command with that version.`,
        );
    });

    test("one that this server cannot work with: it is not ready, and a start says why; keys are revoked nevertheless", async () => {
      const { url, database, ...store } = await newer();
      const { id } = await createKey(
        { database, ...store },
        { workspace: "w", scopes: ["*"] },
      );
      await sql`update required_migration set name = '9999-newer'`.execute(
        database,
      );
      expect(await hasSchema(database)).toBe(false);
      await expect(openPostgres(url)).rejects.toThrow(
        `Contacts API 9.0.0 has migrated this database (9999-newer), and this is ${buildLine()}, ` +
          `whose newest migration is ${names.at(-1)}: it cannot work with that. ` +
          "Start that version or a later one, or restore a backup of this version.",
      );
      expect(
        await operate({ DATABASE_URL: url }, "keys", "revoke", id),
      ).toEqual({ id, revoked: true });
    });
  },
);

test.runIf(onPostgres)(
  "a database that cannot be split is refused with one line, and stays whole",
  async () => {
    expect(splitTables(await emptyDatabase(), "4")).toMatch(
      /^This database has no tables to split: run npm run migrate/,
    );

    const { url, drop } = await copyDatabase();
    const store = await openPostgres(url);
    onTestFinished(() => store.close().then(drop));
    for (const partitions of [
      undefined,
      "0",
      "1",
      "-3",
      "257",
      "many",
      "4; drop table contacts",
    ])
      expect(splitTables(url, partitions)).toMatch(
        /^Say how many partitions each table gets, from 2 to 256/,
      );
    await createKey(store, { workspace: "test", scopes: ["*"] });
    await sql`insert into workspace_usage_parts select id, 0, 0, 0 from workspaces`.execute(
      store.database,
    );
    expect(splitTables(url, "4")).toBe(
      "Only an empty database can be split, and workspace_usage_parts has rows.",
    );
    await sql`delete from workspace_usage_parts`.execute(store.database);
    expect(splitTables(url, "2")).toBeUndefined();
    expect(splitTables(url, "2")).toMatch(
      /^This database has no tables to split/,
    );
  },
);
