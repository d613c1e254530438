import { statSync } from "node:fs";

/** @throws Error when there is no such file, or a folder in its place */
export function requireFile(path: string): void {
  const state = statSync(path, { throwIfNoEntry: false });
  if (!state) throw new Error(`There is no ${path}.`);
  if (state.isDirectory()) throw new Error(`${path} is a folder, not a file.`);
}
