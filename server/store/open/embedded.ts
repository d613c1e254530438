import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { dataDir } from "@electric-sql/pglite-prepopulatedfs";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { Kysely, PostgresDialect } from "kysely";
import {
  chmodSync,
  existsSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import pg from "pg";
import { reasonOf } from "../errors.ts";
import {
  FolderInUse,
  FolderOfAnother,
  lockDatabase,
  lockFolder,
  makeFolder,
} from "./folder-lock.ts";
import { openPool, prepareTables } from "./postgres.ts";
import { types } from "../database/value-types.ts";
import { localRevocations } from "../database/revocations.ts";
import { pageCost, timeouts } from "../database/pool.ts";
import type { Opening, OpenStore } from "./open-store.ts";
import type { Tables } from "../tables.ts";

const parameters: PGliteOptions = {
  extensions: { btree_gin, pg_trgm, unaccent },
  // PostgreSQL's own 128 MB would be half of the memory of the process; the system keeps the files
  // in memory as well.
  startParams: [
    ...PGlite.defaultStartParams,
    "-c",
    "shared_buffers=16MB",
    "-c",
    `seq_page_cost=${pageCost}`,
    "-c",
    `random_page_cost=${pageCost}`,
  ],
};

// V8 compiles PGlite quickly at first, and again with optimizations what runs often. By default a start is often enough, and
// takes a tenth more of processor.
setFlagsFromString("--wasm-tiering-budget=100000000");

/**
 * Opens the embedded PostgreSQL (PGlite) in a folder, which is made when it is missing. One process
 * at a time: PGlite itself would let two open it, and lose data.
 * @throws FolderInUse when another process holds the folder
 * @throws FolderOfAnother when this is root, and the folder is somebody else's
 * @throws Error when the folder cannot be used, or the database in it is damaged, or there is none
 *   although it must exist
 */
export async function openEmbedded(
  folder: string,
  opening: Opening = {},
): Promise<OpenStore> {
  const { report = () => undefined, mustExist = false } = opening;
  if (mustExist && !existsSync(databaseIn(folder)))
    throw new Error(
      `There is no database in ${folder}. Set DATA_DIR to the data folder of a server, or start one first.`,
    );
  const locks = [takeFolder(folder)];
  const unlock = () => locks.forEach((release) => release());
  try {
    const data = databaseIn(folder);
    // Half a database, when the first start was ended on its way.
    const begun = join(folder, "pglite.begun");
    if (existsSync(begun)) rmSync(data, { recursive: true, force: true });
    const isNew = !existsSync(data);
    if (isNew) {
      writeFileSync(begun, "");
      report(`Creating the embedded database in ${folder} ...`);
    }
    // PGlite would make a new database over the files of the old one.
    if (!isNew && !existsSync(versionFileIn(folder)))
      throw cannotOpen(folder, {
        isNew,
        error: new Error("its file PG_VERSION is missing"),
      });
    if (!isNew) locks.push(takeDatabase(folder, { isNew }));
    const loadDataDir = isNew ? { loadDataDir: await dataDir() } : {};
    const lite = await PGlite.create(data, {
      ...parameters,
      ...loadDataDir,
    }).catch((error: unknown) => {
      throw cannotOpen(folder, { isNew, error });
    });
    if (isNew) locks.push(takeDatabase(folder, { isNew }));
    stopAtPanic(lite);
    keepPrivate(data);
    // Both pools share one session, and with it the names of prepared statements, so this pool prepares
    // none.
    const first = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: openLitePool(lite) }),
    });
    const faults = await prepareTables(first, opening)
      .finally(() => first.destroy())
      .catch(async (error: unknown) => {
        await lite.close().catch(() => undefined); // else the process does not end
        throw isNew && saysNothing(error)
          ? cannotOpen(folder, { isNew, error })
          : error;
      });
    rmSync(begun, { force: true });
    // PGlite may never end a statement, e.g. when its disk is full.
    const limits = {
      query_timeout: timeouts.statement,
      connectionTimeoutMillis: timeouts.queue,
    };
    const pool = openLitePool(lite, opening.by === "operator" ? {} : limits);
    const store = openPool(pool, localRevocations(), opening);
    const close = async () => {
      await store.close();
      await lite.close();
      unlock();
    };
    return { ...store, faults, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

const databaseIn = (folder: string) => join(folder, "pglite");
const versionFileIn = (folder: string) =>
  join(databaseIn(folder), "PG_VERSION");

function cannotOpen(
  folder: string,
  { isNew, error }: { isNew: boolean; error: unknown },
): Error {
  const advice = isNew
    ? "Make room on its disk"
    : `Restore ${folder} from a backup`;
  const unsaid = isNew
    ? "it could not write a file, perhaps as the limit of file sizes (ulimit -f) is too low"
    : "one of its files is missing or damaged, or cannot be written";
  const reason = saysNothing(error) ? unsaid : reasonOf(error);
  return new Error(
    `The database in ${databaseIn(folder)} cannot be opened: ${reason}. ${advice}, or set DATA_DIR to another folder.`,
    { cause: error },
  );
}

/** Returns whether an error has only the texts of PGlite and of pg for a database that has stopped. */
const saysNothing = (error: unknown) =>
  error instanceof Error &&
  /^Aborted\(|failed to initialize|Client has encountered a connection error/.test(
    error.message,
  );

/**
 * Opens an embedded database in memory, with nothing in it: nothing is checked, and no migration
 * runs.
 */
export async function openEmpty(): Promise<
  Pick<OpenStore, "database" | "close">
> {
  const lite = await PGlite.create({
    ...parameters,
    loadDataDir: await dataDir(),
  });
  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openLitePool(lite) }),
  });
  const close = async () => {
    await database.destroy();
    await lite.close();
  };
  return { database, close };
}

/**
 * Opens the one session of PGlite as a pool. An error of PGlite that belongs to no statement, or to
 * a statement that nobody waits for any more, does not end the process, as after a write to a full
 * disk.
 */
function openLitePool(lite: PGlite, limits: pg.PoolConfig = {}): pg.Pool {
  const config = createPgConfig(lite);
  const { connection } = config;
  const end = connection.end.bind(connection);
  connection.end = () => {
    end(); // which removes all listeners while statements may be on their way
    connection.on("error", () => undefined);
  };
  const pool = new pg.Pool({ ...config, ...limits, pipeline: true, types });
  return pool.on("connect", (client) => client.on("error", () => undefined));
}

function takeFolder(folder: string): () => void {
  try {
    makeFolder(folder);
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof FolderInUse || error instanceof FolderOfAnother)
      throw error;
    throw new Error(
      `The data folder ${folder} cannot be used: ${reasonOf(error)}. Set DATA_DIR to a folder that this user may write to.`,
    );
  }
}

function takeDatabase(
  folder: string,
  { isNew }: { isNew: boolean },
): () => void {
  try {
    return lockDatabase(folder, versionFileIn(folder));
  } catch (error) {
    if (error instanceof FolderInUse) throw error;
    throw cannotOpen(folder, { isNew, error });
  }
}

/**
 * Removes the rights of all but the owner, as a folder that existed before may be open to
 * everybody.
 */
function keepPrivate(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, {
    recursive: true,
    withFileTypes: true,
  })) {
    chmodSync(
      join(entry.parentPath, entry.name),
      entry.isDirectory() ? 0o700 : 0o600,
    );
  }
}

/**
 * PostgreSQL ends itself when it cannot go on (PANIC), e.g. as a full disk takes no more of its
 * journal. PGlite cannot end itself: it would go on with a broken state. So it gets no message any
 * more. Each then fails with PostgreSQL's code for this, 57P02, until the process is restarted; the
 * journal brings the database back to its last commit.
 */
function stopAtPanic(lite: PGlite): void {
  const execute = lite.execProtocolStream.bind(lite);
  let cause: unknown;
  const stopped = () => {
    const message =
      "The embedded database has stopped. Make room on its disk, and restart the server.";
    return Object.assign(new Error(message, { cause }), { code: "57P02" });
  };
  lite.execProtocolStream = async (message, options) => {
    if (cause !== undefined) throw stopped();
    try {
      const responses = await execute(message, options);
      cause = responses.find(
        (response) => "severity" in response && response.severity === "PANIC",
      );
      return responses;
    } catch (error) {
      cause = error;
      throw stopped();
    }
  };
}
