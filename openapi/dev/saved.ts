import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, watch, type FSWatcher } from "node:fs";
import { join } from "node:path";

/** How long no file is written before an edit counts as saved, in milliseconds: editors write a file in parts. */
const settled = 40;

/** A step of `npm run dev`. `since` is the time of the edit, as `performance.now()` gives it. */
export type Step = (since: number) => void;

/**
 * Watches the files of a folder, and those at any depth in some of its folders. The watch of Node 20 that is recursive by
 * itself misses files which an editor replaces.
 * @param stepOf what to run when the file with this path in the folder is saved; undefined when nothing depends on it
 * @returns ends the watch
 */
export function watchFiles(
  folder: string,
  deep: string[],
  stepOf: (path: string) => Step | undefined,
): () => void {
  const watchers = new Map<string, FSWatcher>();
  const saved = whenSaved();
  const add = (inside: string) => {
    const watcher = watch(join(folder, inside), (_, name) => {
      if (name === null) return;
      const path = join(inside, name);
      const found = statSync(join(folder, path), { throwIfNoEntry: false });
      if (found?.isDirectory() && inside !== "" && !watchers.has(path)) add(path);
      if (!found && watchers.has(path)) {
        watchers.get(path)?.close();
        watchers.delete(path);
      }
      const step = stepOf(path.replaceAll("\\", "/"));
      if (step) saved(join(folder, path), step);
    });
    watchers.set(inside, watcher);
    if (inside === "") return;
    for (const entry of readdirSync(join(folder, inside), { withFileTypes: true }))
      if (entry.isDirectory()) add(join(inside, entry.name));
  };
  for (const inside of ["", ...deep]) add(inside);
  return () => watchers.forEach((watcher) => watcher.close());
}

/** Runs a step when a file is saved: not before it is written to the end, and not when nothing changed in it. */
function whenSaved(): (file: string, step: Step) => void {
  const timers = new Map<string, NodeJS.Timeout>();
  const contents = new Map<string, string>();
  const read = (file: string) =>
    existsSync(file) ? createHash("sha256").update(readFileSync(file)).digest("hex") : "";
  return (file, step) => {
    const since = performance.now();
    clearTimeout(timers.get(file));
    const look = () => {
      const content = read(file);
      if (contents.get(file) === content) return;
      contents.set(file, content);
      step(since);
    };
    timers.set(file, setTimeout(look, settled));
  };
}
