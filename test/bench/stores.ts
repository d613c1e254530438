import { randomBytes } from "node:crypto";
import pg from "pg";
import { createKey } from "../../server/keys/keys.ts";
import { openEmbedded } from "../../server/store/embedded.ts";
import { openPostgres } from "../../server/store/postgres.ts";
import type { OpenStore } from "../../server/store/store.ts";

/** A store with one workspace and its keys. */
export interface BenchStore {
  /** Where it is, as the server's settings say it. */
  settings: { DATA_DIR: string; DATABASE_URL: string };
  keys: string[];
  remove: () => Promise<void>;
}

/** Makes a store with this many keys: a database on the PostgreSQL server, or else an embedded one in the folder. */
export async function makeStore(
  folder: string,
  server: string | undefined,
  keyCount: number,
): Promise<BenchStore> {
  if (server === undefined) {
    const keys = await makeKeys(await openEmbedded(folder), keyCount);
    return { settings: { DATA_DIR: folder, DATABASE_URL: "" }, keys, remove: () => Promise.resolve() };
  }
  const { url, drop } = await createDatabase(server);
  const keys = await makeKeys(await openPostgres(url), keyCount);
  return { settings: { DATA_DIR: folder, DATABASE_URL: url }, keys, remove: drop };
}

/** Makes an empty database on a PostgreSQL server. */
export async function createDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `bench_${randomBytes(6).toString("hex")}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => administer(server, `drop database ${name} with (force)`) };
}

async function makeKeys(store: OpenStore, count: number): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < count) {
    keys.push((await createKey(store, { workspace: "bench", scopes: ["*"] })).key);
  }
  await store.close();
  return keys;
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}
