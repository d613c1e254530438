import { randomBytes } from "node:crypto";
import pg from "pg";

/** Makes an empty database on a PostgreSQL server, by default the one of TEST_DATABASE_URL. `drop` removes it. */
export async function createDatabase(
  server = process.env["TEST_DATABASE_URL"],
): Promise<{ url: string; drop: () => Promise<void> }> {
  if (!server) throw new Error("TEST_DATABASE_URL is not set.");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await run(server, `create database ${name}`);
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
