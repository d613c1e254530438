import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { fileState } from "../../model/file-state.ts";

/**
 * Returns the path of the folder of `--out`, which may be missing.
 * @throws Error in one line when it is not empty, or no folder
 */
export function requireEmpty(out: string | undefined): string {
  if (out === undefined || out === "")
    throw new Error("Give an empty folder: --out DIR.");
  const folder = resolve(out);
  const state = fileState(folder);
  if (state && !state.isDirectory())
    throw new Error(`--out must be a folder, and ${out} is a file.`);
  if (state && readdirSync(folder).length > 0)
    throw new Error(`--out must be an empty folder, and ${out} is not empty.`);
  return folder;
}
