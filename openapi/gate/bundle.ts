import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { NotComparable } from "./finding.ts";
import { redocly, unresolved } from "./redocly.ts";

/** Whether a contract refers to other files, as far as its text tells. */
export const isSplit = (text: string): boolean =>
  /\$ref["']?[ \t]*:[ \t]*["']?(?!["'#\s]|https?:)/.test(text);

/**
 * Puts a contract of several files into one.
 * @param folder where the one goes
 * @throws NotComparable when a part is missing
 */
export function bundle(file: string, folder: string): string {
  const config = join(folder, "redocly.yaml");
  writeFileSync(config, "telemetry: off\n"); // instead of that of lint, which decorates
  const output = join(folder, `bundle${extname(file)}`);
  const { status, stderr } = redocly("bundle", file, "--config", config, "--output", output);
  if (status === 0) return output;
  throw new NotComparable(unresolved(stderr) ?? `${file} refers to other files and could not be bundled.`);
}

/**
 * Puts all files of a revision into a folder.
 * @throws NotComparable when there is no such revision
 */
export function checkOut(revision: string, folder: string): void {
  const env = { ...process.env, GIT_INDEX_FILE: join(folder, ".index") };
  const git = (...args: string[]) => spawnSync("git", args, { encoding: "utf8", env });
  const root = git("rev-parse", "--show-toplevel").stdout.trim();
  for (const args of [
    ["read-tree", revision],
    ["checkout-index", "--all", `--prefix=${folder}/`],
  ]) {
    const { status, stderr } = git("-C", root, ...args);
    if (status !== 0) throw new NotComparable(`The files of ${revision} cannot be read: ${stderr.trim()}`);
  }
}
