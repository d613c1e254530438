import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { onTestFinished } from "vitest";
import { openEmbedded } from "../../server/store/open/embedded.ts";
import { openPostgres } from "../../server/store/open/postgres.ts";
import type { OpenStore } from "../../server/store/open/open-store.ts";
import type { Store } from "../../server/store/store.ts";
import { copyEmbeddedStore } from "./embedded-copy.ts";
import { copyDatabase } from "./postgres.ts";

/** Returns the present time, as a test sets it for the database. */
export type Clock = () => Date;

const at = (clock: Clock): Store["now"] => {
  // The driver calls `toPostgres` whenever it sends the statement, so the time is never old.
  const timestamp = { toPostgres: () => clock().toISOString() };
  return () => sql<string>`${timestamp}::timestamptz`;
};

/** True when the tests of this Vitest project use PostgreSQL. */
export const onPostgres = process.env["STORE"] === "postgres";

/** The kinds of store that this Vitest project can open. */
export const stores: Kind[] = onPostgres
  ? ["postgres", "embedded"]
  : ["embedded"];
export type Kind = "postgres" | "embedded";

/** The options of a test's store. `partitioned` and `url` are for PostgreSQL. */
export interface StoreOptions {
  clock?: Clock | undefined;
  /** Splits the tables into partitions, as SCALING.md describes. */
  partitioned?: boolean | undefined;
  /** The address of an empty database, which the test removes itself. */
  url?: string | undefined;
}

/**
 * Opens an empty store of the kind that this Vitest project tests.
 * @param atEnd registers the removal of the store; by default at the end of the test
 */
export async function openTestStore(
  { clock, partitioned, url: ownUrl }: StoreOptions = {},
  atEnd: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<OpenStore> {
  const now = clock && at(clock);
  if (onPostgres) {
    const { url, drop } = ownUrl
      ? { url: ownUrl, drop: () => undefined }
      : await copyDatabase(partitioned);
    const store = await openPostgres(url, { now });
    atEnd(() => store.close().then(drop));
    return store;
  }
  const { folder, remove } = await copyEmbeddedStore();
  const store = await openEmbedded(folder, { now });
  atEnd(() => store.close().then(remove));
  return store;
}

/**
 * Creates an empty store for a program. Returns the environment variables that select it.
 * @param atEnd registers the removal of the store; by default at the end of the test
 */
export async function emptyStore(
  kind = stores[0],
  atEnd: (remove: () => void | Promise<void>) => void = onTestFinished,
): Promise<NodeJS.ProcessEnv> {
  if (kind === "postgres") {
    const { url, drop } = await copyDatabase();
    atEnd(drop);
    return {
      PORT: "0",
      DATABASE_URL: url,
      ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    };
  }
  const { folder, remove } = await copyEmbeddedStore();
  atEnd(remove);
  return { PORT: "0", DATA_DIR: folder, DATABASE_URL: "" };
}
