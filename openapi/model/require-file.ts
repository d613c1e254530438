import { fileState } from "./file-state.ts";

/** @throws Error when there is no such file, or a folder in its place */
export function requireFile(path: string): void {
  const state = fileState(path);
  if (!state) throw new Error(`There is no ${path}.${adviceFor(path)}`);
  if (state.isDirectory()) throw new Error(`${path} is a folder, not a file.`);
}

/** @throws Error for a pipe, which a tool that reads a contract twice would find empty */
export function requireNoPipe(path: string): void {
  if (fileState(path)?.isFIFO() === true)
    throw new Error(
      `${path} is a pipe, which can be read once alone: write it into a file first.`,
    );
}

/** Returns a sentence for what is no path of a file: the standard input, or an address. */
export function adviceFor(path: string): string {
  if (path === "-") return " Write the standard input into a file first.";
  return /^https?:\/\//i.test(path)
    ? ` Download it first: curl -L -o api.yaml ${path}`
    : "";
}
