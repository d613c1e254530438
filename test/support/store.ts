import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { inject } from "vitest";
import { openEmbedded } from "../../server/store/embedded.ts";
import { openPostgres } from "../../server/store/postgres.ts";
import type { OpenStore, Store } from "../../server/store/store.ts";
import { createDatabase } from "./database.ts";
import { embeddedTemplate } from "../setup/empty-stores.ts";

const { TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE } = process.env;

/** What a test has the database take for the present moment. */
export type Clock = () => Date;

const at = (clock: Clock): Store["now"] => {
  // A statement that is built once asks the clock each time that it is sent.
  const moment = { toPostgres: () => clock().toISOString() };
  return () => sql<string>`${moment}::timestamptz`;
};

/** Whether this project runs on PostgreSQL. */
export const onPostgres = process.env["STORE"] === "postgres";

/** Whether this PostgreSQL is the coordinator of Citus, whose other nodes TEST_DATABASE_NODES names (SCALING.md). */
export const onCitus = process.env["TEST_DATABASE_NODES"] !== undefined;

/** A fresh, empty store of the kind that this project tests. `close` removes it. */
export async function openTestStore(clock?: Clock): Promise<OpenStore> {
  return onPostgres ? openTestDatabase(clock) : openTestFolder(clock);
}

async function openTestFolder(clock?: Clock): Promise<OpenStore> {
  const { folder, remove } = copyTemplate();
  const store = await openEmbedded(folder, { now: clock && at(clock) });
  return { ...store, close: () => store.close().then(remove) };
}

/** A copy of the empty embedded store, beside it: what a test that was cut off leaves goes with the run. */
export function copyTemplate(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(dirname(embeddedTemplate), "data-"));
  cpSync(embeddedTemplate, folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * An empty database that is up to date: a copy of the one that TEST_DATABASE_TEMPLATE names, whose tables may be
 * partitioned or distributed. `drop` removes it.
 */
export const copyDatabase = () =>
  createDatabase(TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE ?? inject("template"));

async function openTestDatabase(clock?: Clock): Promise<OpenStore> {
  const { url, drop } = await copyDatabase();
  const store = await openPostgres(url, { now: clock && at(clock) });
  return { ...store, close: () => store.close().then(drop) };
}
