import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle, checkOut, isSplit } from "./bundle.ts";
import { NotComparable } from "./finding.ts";

/** A contract to compare. */
export interface Input {
  /** What people call it: a path, or `REVISION:path`. */
  name: string;
  file: string;
}

const fromHere = (file: string) =>
  relative(process.cwd(), fileURLToPath(new URL(file, import.meta.url))) || file;

/** The contract as it was last released. */
export const released = fromHere("../released/openapi.yaml");

/** The contract that is worked on. */
export const working = fromHere("../openapi.yaml");

/** The breaks that somebody decided on. */
export const approvedBreaks = fromHere("../approved-breaks.yaml");

/** What callers are told of each version. */
export const changelogFile = fromHere("../../CHANGELOG.md");

/**
 * Finds a contract: a file, `REVISION:path` of git, or a revision of this repository's contract. One of several files is
 * put into one.
 * @param folder an empty one, for what has to be written
 * @throws NotComparable when there is none, or a part of it is missing
 */
export function findContract(name: string, folder: string): Input {
  if (existsSync(name)) {
    if (!isSplit(readFileSync(name, "utf8"))) return { name, file: name };
    return { name: bundled(name), file: bundle(name, folder) };
  }
  const object = name.includes(":") ? name : `${name}:./${working}`;
  const { status, stdout } = git("show", object);
  if (status !== 0) {
    throw new NotComparable(
      `There is no ${name}: neither a file, nor a revision of git, nor REVISION:path of a file in one.`,
    );
  }
  const shown = object.replace(":./", ":");
  if (isSplit(stdout)) {
    const [revision = "", path = ""] = object.split(/:(.*)/s);
    checkOut(revision, folder);
    const fromRoot = path.startsWith("./") ? git("rev-parse", "--show-prefix").stdout.trim() + path : path;
    return { name: bundled(shown), file: bundle(join(folder, fromRoot), folder) };
  }
  const file = join(folder, `contract${extname(object) || ".yaml"}`);
  writeFileSync(file, stdout);
  return { name: shown, file };
}

/** Lines are those of the whole. */
const bundled = (name: string) => `${name} (bundled)`;

const git = (...args: string[]) => spawnSync("git", args, { encoding: "utf8", maxBuffer: Infinity });
