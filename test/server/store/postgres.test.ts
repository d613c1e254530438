import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { reservePort } from "../../../openapi/mock/reserve-port.ts";
import { createKey } from "../../../server/auth/keys.ts";
import { deleteOlder } from "../../../server/store/usage/delete-older.ts";
import { openStore } from "../../../server/store/open/open.ts";
import { openPostgres } from "../../../server/store/open/postgres.ts";
import { timeouts } from "../../../server/store/database/pool.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import {
  createCluster,
  hasPostgres,
  type Cluster,
} from "../../resilience/cluster.ts";
import {
  hasOpenssl,
  makeCertificate,
  type Certificate,
} from "../../support/certificate.ts";
import { temporaryFolder } from "../../support/folder.ts";
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

  // A real PostgreSQL with certificates that vouch for themselves, so that each is its own
  // authority.
  describe.runIf(hasPostgres && hasOpenssl)("over TLS", () => {
    const folder = temporaryFolder(afterAll);
    let right: Certificate;
    let other: Certificate;
    const fileOf = (name: string) => join(folder, name);
    let cluster: Cluster;
    let admin: pg.Client;

    /** Has the server show this certificate to new connections. */
    const show = async ({ key, cert }: Certificate) => {
      const { rows } = await admin.query<{ data: string }>(
        "select current_setting('data_directory') as data",
      );
      const { data = "" } = rows[0] ?? {};
      const { uid, gid } = statSync(data);
      for (const { name, text } of [
        { name: "server.key", text: key },
        { name: "server.crt", text: cert },
      ]) {
        writeFileSync(join(data, name), text, { mode: 0o600 });
        chownSync(join(data, name), uid, gid);
      }
      await admin.query("alter system set ssl = on");
      await admin.query("select pg_reload_conf()");
      // PostgreSQL reads the changed setting some time later.
      const openAndClose = async () => {
        const store = await openWith("sslmode=no-verify");
        await store.close();
        return "opened";
      };
      await expect.poll(() => openAndClose().catch(String)).toBe("opened");
    };
    /** Opens the address that a start reads. */
    const openWith = (parameters: string) => {
      const DATABASE_URL = `${cluster.url}?${parameters}`;
      const { databaseUrl = "" } = readSettings({ DATABASE_URL });
      return openPostgres(databaseUrl, { by: "operator" });
    };

    beforeAll(async () => {
      [right, other] = [
        makeCertificate("IP:127.0.0.1"),
        makeCertificate("DNS:db.example.com"),
      ];
      let remove = () => {};
      cluster = await createCluster((atEnd) => (remove = atEnd));
      writeFileSync(fileOf("right.pem"), right.cert);
      writeFileSync(fileOf("other.pem"), other.cert);
      admin = new pg.Client(cluster.url);
      await admin.connect();
      return () => admin.end().then(remove);
    });

    test("is used when the authority of its certificate is named, and otherwise refused with what to do", async () => {
      const withFile = (name: string) =>
        openWith(`sslmode=verify-full&sslrootcert=${fileOf(name)}`);
      await expect(withFile("right.pem")).rejects.toThrow(
        /cannot be used: The server does not support SSL connections\. Turn on ssl at that server, or /,
      );
      await show(right);
      await (await withFile("right.pem")).close();
      for (const settings of [
        `sslmode=verify-full&sslrootcert=${fileOf("other.pem")}`,
        "sslmode=verify-full",
      ]) {
        await expect(openWith(settings)).rejects.toThrow(
          /cannot be used: self-signed certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. Set sslrootcert in DATABASE_URL /,
        );
      }
      await expect(withFile("nowhere.pem")).rejects.toThrow(
        /cannot be used: ENOENT[^\n]*nowhere\.pem/,
      );
    });

    test.each(["prefer", "require", "verify-ca", "verify-full"])(
      "whose certificate is for another host is refused with sslmode=%s",
      async (mode) => {
        await show(other);
        const parameters = `sslmode=${mode}&sslrootcert=${fileOf("other.pem")}`;
        await expect
          .poll(() => openWith(parameters).then(String, String))
          .toMatch(
            /\(ERR_TLS_CERT_ALTNAME_INVALID\)\. Use a host name of its certificate in DATABASE_URL\.$/,
          );
      },
    );
  });

  describe.runIf(spawnSync("pgbouncer", ["--version"]).error === undefined)(
    "behind a PgBouncer",
    () => {
      /** Starts PgBouncer before a new database. It refuses to run as root. */
      async function startPgBouncer(
        mode: "session" | "transaction",
      ): Promise<string> {
        const { hostname, port, username, password, pathname } = new URL(
          await emptyDatabase(),
        );
        const name = pathname.slice(1);
        const poolerPort = await reservePort(0);
        const folder = temporaryFolder();
        chmodSync(folder, 0o755);
        const server = `host=${hostname} port=${port || 5432} dbname=${name} user=${username || "postgres"}`;
        writeFileSync(
          join(folder, "pgbouncer.ini"),
          `[databases]\n${name} = ${server}${password ? ` password=${password}` : ""}\n[pgbouncer]\n` +
            `listen_addr = 127.0.0.1\nlisten_port = ${poolerPort}\nunix_socket_dir =\nauth_type = any\npool_mode = ${mode}\n`,
        );
        const user = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
        const pooler = spawn(
          "pgbouncer",
          [...user, join(folder, "pgbouncer.ini")],
          { stdio: "ignore" },
        );
        onTestFinished(async () => {
          const ended = once(pooler, "close");
          pooler.kill("SIGKILL");
          await ended;
        });
        const listens = () =>
          new Promise<boolean>((done) => {
            const socket = connect(poolerPort, "127.0.0.1", () =>
              done(true),
            ).on("error", () => done(false));
            socket.on("close", () => done(false)).unref();
            socket.end();
          });
        await expect.poll(listens).toBe(true);
        return `postgres://postgres@127.0.0.1:${poolerPort}/${name}`;
      }

      test("that pools sessions is one that the store opens behind", async () => {
        const store = await openStore({
          databaseUrl: await startPgBouncer("session"),
          dataDir: "",
        });
        await store.close();
      });

      test("that pools transactions is refused: sessions would mix up statements", async () => {
        const databaseUrl = await startPgBouncer("transaction");
        await expect(openStore({ databaseUrl, dataDir: "" })).rejects.toThrow(
          /a pooler gives one session to several connections.* Have that pooler pool sessions/,
        );
      });
    },
  );
});
