import { randomBytes } from "node:crypto";
import pg from "pg";

/**
 * Makes a database on a PostgreSQL server, by default the one of TEST_DATABASE_URL: a copy of another, by default of what
 * PostgreSQL has, which is empty. `drop` removes it.
 */
export async function createDatabase(
  server = process.env["TEST_DATABASE_URL"],
  template = "template1",
): Promise<{ url: string; drop: () => Promise<void> }> {
  if (!server) throw new Error("TEST_DATABASE_URL is not set.");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await run(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => run(server, `drop database ${name} with (force)`) };
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}
