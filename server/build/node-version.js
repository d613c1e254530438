import { readFileSync } from "node:fs";

// Plain JavaScript of many years ago, as each start reads it before an older Node could fail at anything else.

/** What to do when this Node is too old for the server; undefined when it is not. */
export function nodeHint() {
  const root = import.meta.url.slice(0, import.meta.url.lastIndexOf("/server/") + 1);
  const file = readFileSync(new URL("package.json", root), "utf8");
  const needed = JSON.parse(file).engines.node.replace(/^>=/, "");
  const [major, minor] = needed.split(".").map(Number);
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split(".").map(Number);
  const isOld = ownMajor < major || (ownMajor === major && ownMinor < minor);
  return isOld ? `Install Node ${needed} or later.` : undefined;
}

/** Ends the process with one line when this Node is too old. */
export function requireNode() {
  const remedy = nodeHint();
  if (remedy === undefined) return;
  console.error(`Node ${process.version} is too old. ${remedy}`);
  process.exit(1);
}
