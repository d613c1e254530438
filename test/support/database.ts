import { randomBytes } from "node:crypto";
import pg from "pg";

const { TEST_DATABASE_URL } = process.env;

/** The address of a database beside another one. */
export function beside(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

/** The name of a database, by its address. */
export const nameOf = (url: string): string => new URL(url).pathname.slice(1);

/**
 * Makes a database on a PostgreSQL server, by default the one of TEST_DATABASE_URL: a copy of
 * another, by default of what PostgreSQL has, which is empty. `drop` removes it.
 */
export async function createDatabase(
  server = TEST_DATABASE_URL,
  template = "template1",
): Promise<{ url: string; drop: () => Promise<void> }> {
  if (!server) throw new Error("TEST_DATABASE_URL is not set.");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await run(server, `create database ${name} template ${template}`);
  const url = beside(server, name);
  return { url, drop: () => dropDatabase(url) };
}

/** Removes a database that `createDatabase` made. */
export const dropDatabase = (url: string): Promise<void> =>
  run(beside(url, "postgres"), `drop database ${nameOf(url)} with (force)`);

/** A session that is about to end keeps a database from being copied or dropped. */
const isInUse = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === "55006";

async function run(
  server: string,
  statement: string,
  trials = 5,
): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  // Each trial waits for other sessions for five seconds.
  const error: unknown = await client.query(statement).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  await client.end();
  if (isInUse(error) && trials > 1) return run(server, statement, trials - 1);
  if (error !== undefined) throw error;
}
