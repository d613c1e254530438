import { randomBytes } from "node:crypto";
import pg from "pg";

const nodes = (process.env["TEST_DATABASE_NODES"] ?? "").split(",").filter(Boolean);

/**
 * Makes a database on a PostgreSQL server, by default the one of TEST_DATABASE_URL: a copy of another, by default of what
 * PostgreSQL has, which is empty. `drop` removes it. The servers of TEST_DATABASE_NODES, the other nodes of one that
 * distributes its tables, get one of the same name.
 */
export async function createDatabase(
  server = process.env["TEST_DATABASE_URL"],
  template = "template1",
): Promise<{ url: string; drop: () => Promise<void> }> {
  if (!server) throw new Error("TEST_DATABASE_URL is not set.");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const onEach = async (servers: string[], statement: string) => {
    for (const each of servers) await run(each, statement);
  };
  await onEach([...nodes, server], `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = name;
  // The first one connects to the others, so it goes first.
  return { url: url.href, drop: () => onEach([server, ...nodes], `drop database ${name} with (force)`) };
}

/** A session that is about to end, such as one of another node's, keeps a database from being copied or dropped. */
const isInUse = (error: unknown) => error instanceof pg.DatabaseError && error.code === "55006";

async function run(server: string, statement: string, trials = 5): Promise<void> {
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
