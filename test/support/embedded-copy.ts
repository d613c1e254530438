import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import packageFile from "../../package.json" with { type: "json" };
import { openEmbedded } from "../../server/store/open/embedded.ts";
import { madeOnce } from "./made-once.ts";
import { storesFolder } from "./stores-folder.ts";

const cache = "node_modules/.cache/contacts-api/embedded";

/**
 * Copies an empty, migrated embedded store into the folder of the test run. The folder is removed
 * after the run, also when a test was interrupted.
 */
export async function copyEmbeddedStore(): Promise<{
  folder: string;
  remove: () => void;
}> {
  const template = await madeOnce("embedded", createTemplate);
  const folder = mkdtempSync(join(storesFolder(dirname(template)), "data-"));
  cpSync(template, folder, { recursive: true });
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Creates the empty store that tests copy. This takes seven seconds of processor time, so it is
 * kept in the cache until the code of the store changes.
 */
async function createTemplate(folder: string): Promise<void> {
  const cached = join(cache, hashOfStoreCode());
  const store = join(cached, "store");
  const completed = join(cached, "whole");
  if (existsSync(completed)) return cpSync(store, folder, { recursive: true });
  await createStore(folder);
  removePostgresTemplates(folder);
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cached, { recursive: true });
  cpSync(folder, store, { recursive: true });
  writeFileSync(completed, "");
}

/** Returns a hash that changes with the code that creates an embedded store. */
function hashOfStoreCode(): string {
  const hash = createHash("sha256");
  hash.update(packageFile.dependencies["@electric-sql/pglite"]);
  hash.update(readFileSync(import.meta.filename));
  const names = readdirSync("server/store", {
    recursive: true,
    encoding: "utf8",
  });
  for (const name of names.sort())
    if (name.endsWith(".ts"))
      hash.update(readFileSync(join("server/store", name)));
  return hash.digest("hex").slice(0, 16);
}

async function createStore(folder: string): Promise<void> {
  const store = await openEmbedded(folder);
  // A new store must also accept a statement with parameters.
  await store.database
    .selectFrom("workspaces")
    .select("id")
    .where("name", "=", "none")
    .execute();
  await store.close();
}

/** Removes PostgreSQL's template databases: half of the files that each test would copy. */
function removePostgresTemplates(folder: string): void {
  for (const template of ["1", "4"])
    rmSync(join(folder, "pglite/base", template), { recursive: true });
}
