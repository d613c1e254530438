import { cpSync } from "node:fs";
import { join } from "node:path";
import { createKey } from "../../server/keys/keys.ts";
import { openEmbedded } from "../../server/store/embedded.ts";

/** Makes an embedded store in `folder/NAME` for each name, all equal: one workspace with this many keys. */
export async function makeStores(folder: string, names: string[], keyCount: number): Promise<string[]> {
  const template = join(folder, "template");
  const store = await openEmbedded(template);
  const keys: string[] = [];
  while (keys.length < keyCount) {
    keys.push((await createKey(store, { workspace: "bench", scopes: ["*"] })).key);
  }
  await store.close();
  for (const name of names) cpSync(template, join(folder, name), { recursive: true });
  return keys;
}
