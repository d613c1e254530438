import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { copyDatabase, copyFolder, onPostgres } from "./store.ts";

/** The stores that there are here. */
export const stores: Store[] = onPostgres ? ["postgres", "embedded"] : ["embedded"];
export type Store = "postgres" | "embedded";

/**
 * Settings for a program that runs on an empty store, by default of this project's kind. It is removed with the test, or
 * with all tests of a group that calls this with `afterAll`.
 */
export async function emptyStore(
  store = stores[0],
  atEnd: (remove: () => void | Promise<void>) => void = onTestFinished,
): Promise<NodeJS.ProcessEnv> {
  if (store === "postgres") {
    const { url, drop } = await copyDatabase();
    atEnd(drop);
    return { PORT: "0", DATABASE_URL: url, ENCRYPTION_KEY: randomBytes(32).toString("base64") };
  }
  const { folder, remove } = await copyFolder();
  atEnd(remove);
  return { PORT: "0", DATA_DIR: folder, DATABASE_URL: "" };
}
