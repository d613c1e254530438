import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { lockFolder } from "./folder-lock.ts";
import { databaseNow, openPool } from "./postgres.ts";
import type { OpenStore, Store } from "./store.ts";

/** How long to wait for an answer, in milliseconds: with its disk full PGlite gives none, to nobody, ever. */
const patience = 10_000;

/**
 * Opens the embedded PostgreSQL (PGlite) in a folder, which is made when it is missing. One process at a time:
 * PGlite itself would let two in and lose data.
 * @throws FolderInUse when another process holds the folder.
 */
export async function openEmbedded(folder: string, now: Store["now"] = databaseNow): Promise<OpenStore> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder);
  try {
    const lite = await PGlite.create(join(folder, "pglite"), {
      extensions: { btree_gin, pg_trgm, unaccent },
    });
    const pool = new pg.Pool({ ...createPgConfig(lite), query_timeout: patience });
    const store = await openPool(pool, now);
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
