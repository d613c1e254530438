import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createKey } from "../../../server/auth/keys.ts";
import { deleteOlder } from "../../../server/store/usage/delete-older.ts";
import { openPostgres } from "../../../server/store/open/postgres.ts";
import { timeouts } from "../../../server/store/database/pool.ts";
import { createCluster, hasPostgres } from "../../resilience/cluster.ts";
import { startServer } from "../../support/server.ts";
import { onPostgres, openTestStore } from "../../support/store.ts";
import {
  copyDatabase,
  emptyDatabase,
  openSession,
} from "../../support/postgres.ts";
import { beside, nameOf } from "../../support/database.ts";

describe.runIf(onPostgres)("PostgreSQL", () => {
  test("a start that computes longer than a request waits for PostgreSQL connects to it", async () => {
    const { url, drop } = await copyDatabase();
    const opening = openPostgres(url);
    Atomics.wait(
      new Int32Array(new SharedArrayBuffer(4)),
      0,
      0,
      timeouts.connect + 100,
    );
    await opening.then(({ close }) => close()).finally(drop);
  });

  test("what is remembered of keys is used for a second after the last query for revocations", async () => {
    const store = await openTestStore();
    const isCurrent = store.revocations.follow(() => undefined);
    await expect.poll(isCurrent).toBe(true);
    await store.database.transaction().execute(async (transaction) => {
      // No query for revocations gets a response any more.
      await sql`lock table key_changes in access exclusive mode`.execute(
        transaction,
      );
      const later = performance.now() + 1000;
      vi.spyOn(performance, "now").mockReturnValue(later);
      const isCurrentLater = isCurrent();
      vi.mocked(performance.now).mockRestore();
      expect(isCurrentLater).toBe(false);
    });
  });

  test("a request waits for a lock for 2 s, for a statement for 2.5 s, and holds locks without a statement for 2 s", async () => {
    const { database } = await openTestStore();
    const show = async (name: string) => {
      const statement = sql<Record<string, string>>`show ${sql.raw(name)}`;
      const { rows } = await statement.execute(database);
      return rows[0]?.[name];
    };

    expect(await show("lock_timeout")).toBe("2s");
    expect(await show("statement_timeout")).toBe("2500ms");
    expect(await show("idle_in_transaction_session_timeout")).toBe("2s");
  });

  test("an operator makes the first tables and keys, and a statement of one takes as long as it needs", async () => {
    const limits = "-c statement_timeout=1s -c lock_timeout=1s";
    const url = `${await emptyDatabase()}?options=${encodeURIComponent(limits)}`;
    const store = await openPostgres(url, { by: "operator" });
    await createKey(store, { workspace: "first", scopes: ["*"] });
    const { rows } = await sql`show lock_timeout`.execute(store.database);
    expect(rows).toEqual([{ lock_timeout: "0" }]);
    await sql`select pg_sleep(${timeouts.silence / 1000 + 0.1})`.execute(
      store.database,
    );
    await store.close();
  });

  test("a connection that breaks inside a transaction ends that request, not the server", async () => {
    const server = await startServer();
    const key = await server.key(["*"]);
    const { database } = server.store;
    const broken = database.transaction().execute(async (transaction) => {
      const { rows } = await sql<{
        pid: number;
      }>`select pg_backend_pid() as pid`.execute(transaction);
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(
        database,
      );
      await new Promise((resolve) => setImmediate(resolve));
      await sql`select 1`.execute(transaction);
    });
    await expect(broken).rejects.toThrow();
    expect((await server.call("/v1/contacts", { key })).status).toBe(200);
  });

  test("a database that accepts no connections for a while is a 503, and then all is well again", async () => {
    const { url, drop } = await copyDatabase();
    onTestFinished(drop);
    const server = await startServer({ url });
    const key = await server.key(["*"]);
    const status = async () =>
      (await server.call("/v1/contacts", { key })).status;
    expect(await status()).toBe(200);
    const admin = await openSession(beside(url, "postgres"));
    const accept = (accepts: boolean) =>
      admin.query(
        `alter database ${nameOf(url)} with allow_connections ${accepts}`,
      );

    await accept(false);
    await admin.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1",
      [nameOf(url)],
    );
    await expect.poll(status).toBe(503);
    await accept(true);

    await expect.poll(status).toBe(200);
  });

  test("after a migration has changed the type of a column, reads go on, and writes at the second try", async () => {
    vi.stubEnv("LANGUAGE", "es"); // what PostgreSQL says may be in any language
    const url = hasPostgres ? (await createCluster()).url : undefined;
    vi.unstubAllEnvs();
    const server = await startServer({ url });
    const key = await server.key(["*"]);
    const contact = { name: "Ana", email: "ana@example.com" };
    const { id: contact_id } = (
      await server.call("/v1/contacts", { key, json: contact })
    ).body.data;
    const created = await server.call("/v1/conversations", {
      key,
      json: { contact_id, body: "Hola" },
    });
    const { id } = created.body.data;
    // A change of a conversation reads it in the same transaction.
    const write = async () =>
      (
        await server.call(`/v1/conversations/${id}`, {
          key,
          method: "PATCH",
          json: { status: "closed" },
        })
      ).status;
    const read = async () =>
      (await server.call("/v1/conversations", { key })).status;
    expect(await write()).toBe(200);
    expect(await read()).toBe(200);
    const prepared = () =>
      sql`select from pg_prepared_statements where statement like '%"source"%'`.execute(
        server.store.database,
      );
    expect((await prepared()).rows).not.toEqual([]);

    await sql`alter table conversations alter source type varchar`.execute(
      server.store.database,
    );
    expect(await write()).toBe(503);
    expect(await write()).toBe(200);
    expect(await read()).toBe(200);
    await sql`alter table conversations alter source type text`.execute(
      server.store.database,
    );
    expect(await read()).toBe(200);
  });

  test("rows that cannot be deleted in time together are deleted some at a time", async () => {
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
      const left = database
        .selectFrom("audit_log")
        .select("id")
        .where("created_at", "<", old);
      expect(await left.execute()).toEqual([]);
    });
  });
});
