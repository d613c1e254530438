import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { openEmbedded } from "../../store/embedded.ts";
import type { Store } from "../../store/store.ts";

interface Index {
  name: string;
  /** The statement that makes it. */
  definition: string;
}

/** Those that a database lacks or does not use, as after an interrupted `create index concurrently`. */
export async function missingIndexes(database: Store["database"]): Promise<Index[]> {
  const wanted = await (migrated ??= readMigrated());
  const there = new Set((await readIndexes(database)).map(({ name }) => name));
  return wanted.filter(({ name }) => !there.has(name));
}

let migrated: Promise<Index[]> | undefined;

/** The indexes of an empty database that only the migrations have changed. */
async function readMigrated(): Promise<Index[]> {
  const folder = await mkdtemp(join(tmpdir(), "contacts-doctor-"));
  try {
    const { database, close } = await openEmbedded(folder);
    return await readIndexes(database).finally(close);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readIndexes(database: Store["database"]): Promise<Index[]> {
  const { rows } = await sql<Index>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = current_schema::regnamespace and not relispartition and indisvalid
    order by name`.execute(database);
  return rows;
}
