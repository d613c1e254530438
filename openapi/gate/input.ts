import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
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
 * Finds a contract: a file, `REVISION:path` of git, or a revision of this repository's contract.
 * @param folder where to put what git has
 * @throws NotComparable when there is none
 */
export function findContract(name: string, folder: string): Input {
  if (existsSync(name)) return { name, file: name };
  const object = name.includes(":") ? name : `${name}:./${working}`;
  const { status, stdout } = spawnSync("git", ["show", object], { maxBuffer: Infinity });
  if (status !== 0) {
    throw new NotComparable(
      `There is no ${name}: neither a file, nor a revision of git, nor REVISION:path of a file in one.`,
    );
  }
  const file = join(folder, `contract${extname(object) || ".yaml"}`);
  writeFileSync(file, stdout);
  return { name: object.replace(":./", ":"), file };
}
