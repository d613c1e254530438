import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { temporaryFolder } from "../../../support/folder.ts";
import { onPostgres } from "../../../support/store.ts";
import { emptyDatabase } from "../../../support/postgres.ts";
import {
  type Commit,
  encryptionKey,
  readShown,
  type Shown,
  unpack,
} from "./fixtures.ts";

/** A database as a server of a released commit left it, and its workspace in a file of `export`. */
export interface OldDatabase {
  databaseUrl: string | undefined;
  dataDir: string;
  exported: string;
  shown: Shown;
  /** The settings by which a program of this version uses it. */
  settings: NodeJS.ProcessEnv;
}

/** Restores the data of a commit in the store that this project tests, until the test ends. */
export async function restoreOld(commit: Commit): Promise<OldDatabase> {
  const store = onPostgres ? "postgres" : "embedded";
  const folder = unpack(store, commit, temporaryFolder());
  const databaseUrl = onPostgres ? await emptyDatabase() : undefined;
  if (databaseUrl !== undefined) {
    const dump = join(folder, "dump.sql");
    execFileSync("psql", ["-qv", "ON_ERROR_STOP=1", "-f", dump, databaseUrl]);
  }
  return {
    databaseUrl,
    dataDir: folder,
    exported: join(folder, "export.jsonl"),
    shown: readShown(folder),
    settings: {
      DATABASE_URL: databaseUrl ?? "",
      DATA_DIR: folder,
      ENCRYPTION_KEY: encryptionKey.toString("base64"),
    },
  };
}
