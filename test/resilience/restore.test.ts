import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { openSession } from "../support/postgres.ts";
import { emptyStore, onPostgres } from "../support/store.ts";
import { createDatabases, fill, stop, verify } from "./backups.ts";
import { hasPostgres } from "./cluster.ts";
import { expectRefused } from "./refused.ts";
import { makeKeys } from "./service.ts";

test.runIf(onPostgres && hasPostgres)(
  "a dump of PostgreSQL, restored by psql and by pg_restore into an empty database, is served; in part it is not",
  { timeout: 180_000 },
  async () => {
    const { cluster, database } = await createDatabases();
    const folder = temporaryFolder();
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
