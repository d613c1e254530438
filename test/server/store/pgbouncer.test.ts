import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { reservePort } from "../../../openapi/mock/reserve-port.ts";
import { openStore } from "../../../server/store/open/open.ts";
import { emptyDatabase } from "../../support/postgres.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { onPostgres } from "../../support/store.ts";

const hasPgBouncer = spawnSync("pgbouncer", ["--version"]).error === undefined;

describe.runIf(onPostgres && hasPgBouncer)("a PgBouncer", () => {
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
        const socket = connect(poolerPort, "127.0.0.1", () => done(true)).on(
          "error",
          () => done(false),
        );
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
});
