import packageFile from "../../package.json" with { type: "json" };

const needed = packageFile.engines.node.replace(/^>=/, "");

/** What to do when this Node is too old for the server; undefined when it is not. */
export function nodeRemedy(): string | undefined {
  const [major = 0, minor = 0] = needed.split(".").map(Number);
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split(".").map(Number);
  const isOld = ownMajor < major || (ownMajor === major && ownMinor < minor);
  return isOld ? `Install Node ${needed} or later.` : undefined;
}

/** Ends the process with one line when this Node is too old. */
export function requireNode(): void {
  const remedy = nodeRemedy();
  if (remedy === undefined) return;
  console.error(`Node ${process.version} is too old. ${remedy}`);
  process.exit(1);
}
