import { readFileSync } from "node:fs";

// Plain JavaScript of many years ago, as each start reads it before an older Node could fail at anything else.

/** Ends the process with one line when this Node is too old for the server. */
export function requireNode() {
  const root = import.meta.url.slice(
    0,
    import.meta.url.lastIndexOf("/server/") + 1,
  );
  const file = readFileSync(new URL("package.json", root), "utf8");
  const needed = JSON.parse(file).engines.node.replace(/^>=/, "");
  const [major, minor] = needed.split(".").map(Number);
  const [ownMajor = 0, ownMinor = 0] = process.versions.node
    .split(".")
    .map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  console.error(
    `Node ${process.version} is too old. Install Node ${needed} or later.`,
  );
  process.exit(1);
}
