import { existsSync, readFileSync } from "node:fs";

// Plain JavaScript of many years ago, as each start reads it before an older Node could fail at anything else.

const root = import.meta.url.slice(
  0,
  import.meta.url.lastIndexOf("/server/") + 1,
);
const manifest = () =>
  JSON.parse(readFileSync(new URL("package.json", root), "utf8"));

/** Ends the process with one line when this Node is too old for the server. */
export function requireNode() {
  const needed = manifest().engines.node.replace(/^>=/, "");
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

/** Ends the process with one line when a package of this repository is not installed. */
export function requirePackages() {
  const { dependencies, devDependencies } = manifest();
  const missing = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !existsSync(new URL(`node_modules/${name}`, root)),
  );
  const [first] = missing;
  if (first === undefined) return;
  const others = missing.length > 1 ? ` and ${missing.length - 1} others` : "";
  console.error(
    `Packages are not installed: ${first}${others}. Run: npm install --include=dev`,
  );
  process.exit(1);
}
