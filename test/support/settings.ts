import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { copyDatabase, copyTemplate, onPostgres } from "./store.ts";

/**
 * Settings for a program that runs on an empty store of this project's kind. The store is removed with the test, or with
 * all tests of a group that calls this with `afterAll`.
 */
export async function emptyStore(
  atEnd: (remove: () => void | Promise<void>) => void = onTestFinished,
): Promise<NodeJS.ProcessEnv> {
  if (onPostgres) {
    const { url, drop } = await copyDatabase();
    atEnd(drop);
    return { PORT: "0", DATABASE_URL: url, ENCRYPTION_KEY: randomBytes(32).toString("base64") };
  }
  const { folder, remove } = copyTemplate();
  atEnd(remove);
  return { PORT: "0", DATA_DIR: folder, DATABASE_URL: "" };
}
