import { randomBytes } from "node:crypto";
import { cpSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { createKey } from "../../server/keys/keys.ts";
import { openEmbedded } from "../../server/store/embedded.ts";
import { openPostgres } from "../../server/store/postgres.ts";
import type { OpenStore } from "../../server/store/store.ts";

/** Makes an embedded store in `folder/NAME` for each name, all equal: one workspace with this many keys. */
export async function makeStores(folder: string, names: string[], keyCount: number): Promise<string[]> {
  const template = join(folder, "template");
  const keys = await makeKeys(await openEmbedded(template), keyCount);
  for (const name of names) cpSync(template, join(folder, name), { recursive: true });
  return keys;
}

/** Makes a database on a PostgreSQL server: one workspace with this many keys. */
export async function makeDatabase(
  server: string,
  keyCount: number,
): Promise<{ url: string; keys: string[]; drop: () => Promise<void> }> {
  const name = `bench_${randomBytes(6).toString("hex")}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  const keys = await makeKeys(await openPostgres(url.href), keyCount);
  return { url: url.href, keys, drop: () => administer(server, `drop database ${name} with (force)`) };
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
