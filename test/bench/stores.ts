import { createKey } from "../../server/auth/keys.ts";
import { openEmbedded } from "../../server/store/embedded.ts";
import { openPostgres } from "../../server/store/postgres.ts";
import type { OpenStore } from "../../server/store/store.ts";
import { createDatabase } from "../support/database.ts";

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

async function makeKeys(store: OpenStore, count: number): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < count) {
    keys.push((await createKey(store, { workspace: "bench", scopes: ["*"] })).key);
  }
  await store.close();
  return keys;
}
