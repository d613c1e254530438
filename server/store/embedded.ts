import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { Kysely, PostgresDialect } from "kysely";
import { chmodSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { lockFolder } from "./folder-lock.ts";
import { openPool, prepareTables, type Opening } from "./postgres.ts";
import { localRevocations } from "./revocations.ts";
import { sessionLimits } from "./session.ts";
import type { OpenStore } from "./store.ts";
import type { Tables } from "./tables.ts";

/**
 * Opens the embedded PostgreSQL (PGlite) in a folder, which is made when it is missing. One process at a time:
 * PGlite itself would let two in and lose data.
 * @throws FolderInUse when another process holds the folder.
 */
export async function openEmbedded(folder: string, opening: Opening = {}): Promise<OpenStore> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder);
  try {
    const data = join(folder, "pglite");
    const lite = await PGlite.create(data, { extensions: { btree_gin, pg_trgm, unaccent } });
    keepPrivate(data);
    const dialect = new PostgresDialect({ pool: new pg.Pool(createPgConfig(lite)) });
    const first = new Kysely<Tables>({ dialect });
    await prepareTables(first, opening).finally(() => first.destroy());
    // With its disk full PGlite answers nobody any more, so every statement needs a limit.
    const limits = {
      query_timeout: sessionLimits.statement,
      connectionTimeoutMillis: sessionLimits.queue,
    };
    const store = openPool(new pg.Pool({ ...createPgConfig(lite), ...limits }), localRevocations(), opening);
    const close = async () => {
      await store.close();
      await lite.close();
      unlock();
    };
    return { ...store, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Takes rights from everybody but the owner, as a folder that existed already may be open to all. */
function keepPrivate(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
}
