import { sql } from "kysely";
import { expect, test } from "vitest";
import { createKey } from "../../../server/auth/keys.ts";
import { createDatabase } from "../../support/database.ts";
import { startServer } from "../../support/server.ts";
import { copyDatabase, onPostgres, openTestStore } from "../../support/store.ts";
import { deleteOlder } from "../../../server/store/delete-older.ts";
import { openPostgres } from "../../../server/store/postgres.ts";
import { sessionLimits } from "../../../server/store/session.ts";

test.runIf(onPostgres)(
  "a start that computes longer than a request waits for PostgreSQL connects to it",
  async () => {
    const { url, drop } = await copyDatabase();
    const opening = openPostgres(url);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, sessionLimits.connect + 100);
    await opening.then(({ close }) => close()).finally(drop);
  },
);

test.runIf(onPostgres)(
  "an operator makes the first tables and keys, and a statement of one may take longer than a request waits",
  async () => {
    const { url, drop } = await createDatabase();
    const store = await openPostgres(url, { by: "operator" });
    await createKey(store, { workspace: "first", scopes: ["*"] });
    await sql`select pg_sleep(${sessionLimits.silence / 1000 + 0.1})`.execute(store.database);
    await store.close().then(drop);
  },
);

test.runIf(onPostgres)(
  "a connection that breaks inside a transaction ends that request, not the server",
  async () => {
    const server = await startServer();
    const key = await server.key(["*"]);
    const { database } = server.store;
    const broken = database.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(database);
      await new Promise((resolve) => setImmediate(resolve));
      await sql`select 1`.execute(transaction);
    });
    await expect(broken).rejects.toThrow();
    expect((await server.call("/v1/contacts", { key })).status).toBe(200);
  },
);

test.runIf(onPostgres)(
  "after a migration has changed the type of a column, reads go on, and writes at the second try",
  async () => {
    const server = await startServer();
    const key = await server.key(["*"]);
    const contact = { name: "Ana", email: "ana@example.com" };
    const { id: contact_id } = (await server.call("/v1/contacts", { key, json: contact })).body.data;
    const created = await server.call("/v1/conversations", { key, json: { contact_id, body: "Hola" } });
    const { id } = created.body.data;
    // A change of a conversation reads it in the same transaction.
    const write = async () =>
      (await server.call(`/v1/conversations/${id}`, { key, method: "PATCH", json: { status: "closed" } }))
        .status;
    const read = async () => (await server.call("/v1/conversations", { key })).status;
    expect([await write(), await read()]).toEqual([200, 200]);
    const prepared = () =>
      sql`select from pg_prepared_statements where statement like '%"source"%'`.execute(
        server.store.database,
      );
    expect((await prepared()).rows).not.toEqual([]);

    await sql`alter table conversations alter source type varchar`.execute(server.store.database);
    expect([await write(), await write(), await read()]).toEqual([503, 200, 200]);
    await sql`alter table conversations alter source type text`.execute(server.store.database);
    expect(await read()).toBe(200);
  },
);

test.runIf(onPostgres)(
  "rows that cannot be deleted in time together are deleted some at a time",
  async () => {
    const store = await openTestStore();
    await store.database.connection().execute(async (database) => {
      await sql`
      create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(0.002); return old; end';
      create trigger wait before delete on audit_log for each row execute function wait();
      insert into audit_log (id, created_at, by, command)
        select n, timestamptz '2020-01-01' + make_interval(secs => n), 'test', 'test' from generate_series(1, 400) n;
      set statement_timeout = 500`.execute(database);
      const old = sql<string>`timestamptz '2021-01-01'`;
      await deleteOlder(database, "audit_log", old);
      const left = database.selectFrom("audit_log").select("id").where("created_at", "<", old);
      expect(await left.execute()).toEqual([]);
    });
    await store.close();
  },
);
