import { randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { refusedStart, start } from "../support/process.ts";
import { onPostgres, stores, type Kind } from "../support/store.ts";
import { emptyDatabase } from "../support/postgres.ts";
import { createCluster, hasPostgres } from "./cluster.ts";
import { full } from "./service.ts";

const ready = /Contacts API +(\S+)/;

/** A store that nothing has been written to, not even tables. */
async function nothing(store: Kind): Promise<NodeJS.ProcessEnv> {
  const common = {
    PORT: "0",
    LOG_LEVEL: "silent",
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
  };
  if (store === "postgres")
    return { ...common, DATABASE_URL: await emptyDatabase() };
  const folder = temporaryFolder();
  return { ...common, DATABASE_URL: "", DATA_DIR: join(folder, "data") };
}

test.each(stores)(
  "%s: a first start that is killed at any moment can be repeated",
  { timeout: 300_000 },
  async (store) => {
    const rounds = full ? 40 : 2;
    const settings = await nothing(store);
    const began = performance.now();
    const program = start("server/main.ts", [], await nothing(store));
    await program.printed(ready);
    const duration = performance.now() - began;
    for (let round = 0; round < rounds; round++) {
      const victim = start("server/main.ts", [], settings);
      await new Promise((resolve) =>
        setTimeout(resolve, (duration * (round + 1)) / (rounds + 1)),
      );
      await victim.end("SIGKILL");
    }
    const server = start("server/main.ts", [], settings);
    const [, address = ""] = await server.printed(ready);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    console.log(
      `killed ${rounds} times in its first ${Math.round(duration)} ms, then started`,
    );
  },
);

test.runIf(onPostgres && hasPostgres)(
  "a start on a PostgreSQL that cannot be used ends with one line: the reason, what to do, no password",
  { timeout: 120_000 },
  async () => {
    const cluster = await createCluster();
    const as = (user: string, database = "postgres") => {
      const url = new URL(cluster.url);
      [url.username, url.password, url.pathname] = [user, "hunter2", database];
      return url.href;
    };
    /** The text that a start prints before it ends. */
    const printed = async (url: string) => {
      const text = await refusedStart({
        ...(await nothing("postgres")),
        DATABASE_URL: url,
      });
      return text.replaceAll(/127\.0\.0\.1:\d+/g, "HOST");
    };
    const admin = () => {
      const client = new pg.Client(cluster.url);
      client.on("error", () => undefined);
      return client.connect().then(() => client);
    };
    const first = await admin();
    await first.query(
      "create role app login password 'another one'; create role trusted login",
    );
    await first.query("alter system set max_connections = 10"); // three of them are for superusers
    const { rows } = await first.query<{ hba: string; data: string }>(
      "select current_setting('hba_file') as hba, current_setting('data_directory') as data",
    );
    const { hba = "", data = "" } = rows[0] ?? {};
    const write = (file: string, lines: string[]) =>
      first.query(
        `copy (select unnest(array['${lines.join("','")}'])) to '${file}'`,
      );
    const ways = ["app 127.0.0.1/32 scram-sha-256", "all 127.0.0.1/32 trust"];
    await write(
      hba,
      ways.map((way) => `host all ${way}`),
    );
    const restart = () => {
      cluster.crash();
      cluster.start();
    };
    const where = (database: string) =>
      `PostgreSQL at HOST/${database} (DATABASE_URL) cannot be used: `;
    restart();
    expect(await printed(as("app"))).toBe(
      `${where("postgres")}password authentication failed for user "app" (28P01). ` +
        "Correct the user or the password in DATABASE_URL.\n",
    );
    await Promise.all(Array.from({ length: 7 }, admin));
    expect(await printed(as("trusted"))).toMatch(
      /^PostgreSQL at HOST\/postgres \(DATABASE_URL\) cannot be used: remaining connection slots .* \(53300\)\. Raise max_connections .*\n$/,
    );
    restart();
    const last = await admin();
    await last.query(`copy (select) to '${data}/standby.signal'`);
    restart();
    expect(await printed(as("trusted"))).toBe(
      `${where("postgres")}it can only be read, as a standby can (transaction_read_only is on). ` +
        "Correct DATABASE_URL, or check that server.\n",
    );
  },
);
