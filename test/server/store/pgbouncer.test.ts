import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { reservePort } from "../../../openapi/mock/main.ts";
import { openStore } from "../../../server/store/open.ts";
import { createDatabase } from "../../support/database.ts";
import { onPostgres } from "../../support/store.ts";

const canRun = onPostgres && spawnSync("pgbouncer", ["--version"]).error === undefined;

/** Starts PgBouncer before a new database. It refuses to run as root. */
async function startPgBouncer(mode: "session" | "transaction"): Promise<string> {
  const { url, drop } = await createDatabase();
  const { hostname, port, username, password, pathname } = new URL(url);
  const name = pathname.slice(1);
  const own = await reservePort(0);
  const folder = mkdtempSync(join(tmpdir(), "contacts-pgbouncer-"));
  chmodSync(folder, 0o755);
  const server = `host=${hostname} port=${port || 5432} dbname=${name} user=${username || "postgres"}`;
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    `[databases]\n${name} = ${server}${password ? ` password=${password}` : ""}\n[pgbouncer]\n` +
      `listen_addr = 127.0.0.1\nlisten_port = ${own}\nunix_socket_dir =\nauth_type = any\npool_mode = ${mode}\n`,
  );
  const user = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const pooler = spawn("pgbouncer", [...user, join(folder, "pgbouncer.ini")], { stdio: "ignore" });
  onTestFinished(async () => {
    const ended = once(pooler, "close");
    pooler.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true });
    await drop();
  });
  const listens = () =>
    new Promise<boolean>((done) => {
      const socket = connect(own, "127.0.0.1", () => done(true)).on("error", () => done(false));
      socket.on("close", () => done(false)).unref();
      socket.end();
    });
  await expect.poll(listens).toBe(true);
  return `postgres://postgres@127.0.0.1:${own}/${name}`;
}

test.runIf(canRun)("behind PgBouncer that pools sessions the store opens", async () => {
  const store = await openStore({ databaseUrl: await startPgBouncer("session"), dataDir: "" });
  await store.close();
});

test.runIf(canRun)(
  "PgBouncer that pools transactions is refused: sessions would mix up statements",
  async () => {
    const databaseUrl = await startPgBouncer("transaction");
    await expect(openStore({ databaseUrl, dataDir: "" })).rejects.toThrow(
      /a pooler gives one session to several connections.* Have that pooler pool sessions/,
    );
  },
);
