import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { sql } from "kysely";
import pg from "pg";
import { onTestFinished } from "vitest";
import { openPostgres } from "../../server/store/open/postgres.ts";
import type { Store } from "../../server/store/store.ts";
import { beside, createDatabase, nameOf } from "./database.ts";
import { madeOnce } from "./made-once.ts";

/** Copies an empty, migrated PostgreSQL database. `drop` removes the copy. */
export async function copyDatabase(
  partitioned = false,
): ReturnType<typeof createDatabase> {
  const template = await madeOnce(
    partitioned ? "postgres-partitioned" : "postgres-whole",
    async (file) => {
      const { url } = await createDatabase();
      writeFileSync(file, url);
      const store = await openPostgres(url);
      await store.close();
      const error = partitioned ? splitTables(url, "4") : undefined;
      if (error !== undefined) throw new Error(error);
    },
  );
  return createDatabase(undefined, nameOf(readFileSync(template, "utf8")));
}

/** Creates a PostgreSQL database without tables, for one test. Returns its address. */
export async function emptyDatabase(): Promise<string> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  return url;
}

/** Opens a PostgreSQL session. Ends it at the end of the test. */
export async function openSession(url = ""): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/**
 * Creates a PostgreSQL role for one test.
 * @returns its name, the address of the database for this role, and a session of the owner
 */
export async function createRole(
  url: string,
  options = "",
): Promise<{ name: string; url: string; admin: pg.Client }> {
  const admin = await openSession(url);
  const name = `role_${randomBytes(6).toString("hex")}`;
  await admin.query(`create role ${name} login ${options}`);
  onTestFinished(
    async () =>
      void (await admin.query(`drop owned by ${name}; drop role ${name}`)),
  );
  const asRole = new URL(url);
  asRole.username = name;
  return { name, url: asRole.href, admin };
}

/**
 * Runs `partitions.sql` as SCALING.md describes. Returns its error message, or undefined after a
 * success.
 */
export function splitTables(
  url: string,
  partitions?: string,
): string | undefined {
  const variable =
    partitions === undefined ? [] : ["-v", `partitions=${partitions}`];
  const options = [
    "-v",
    "ON_ERROR_STOP=1",
    ...variable,
    "-1",
    "-f",
    "server/store/partitions.sql",
  ];
  const { status, stderr } = spawnSync("psql", [url, ...options], {
    encoding: "utf8",
  });
  if (status === 0) return undefined;
  return /ERROR: +(.*)/.exec(stderr)?.[1] ?? stderr;
}

/** Returns the address of a store's PostgreSQL database. */
export async function addressOf({
  database,
}: Pick<Store, "database">): Promise<string> {
  const { rows } = await sql<{
    name: string;
  }>`select current_database() as name`.execute(database);
  return beside(process.env["TEST_DATABASE_URL"] ?? "", rows[0]?.name ?? "");
}
