import { fileURLToPath } from "node:url";
import { git, isGitInstalled } from "../model/git.ts";
import {
  parseReleases,
  readReleases,
  type Release,
} from "../model/releases.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const record = "openapi/released/releases.yaml";
const advice = "Restore it: the record of a release stays as it is.";

/**
 * Compares the record of the releases with the record in a revision of git, such as the base of a
 * pull request. New releases are allowed.
 * @returns a line for each missing or changed part of a release
 * @throws Error when git does not have the revision
 */
export function changesOfRecord(base: string): string[] {
  const releases = readReleases();
  return [...releasesOf(base)].flatMap(([version, before]) => {
    const after = releases.get(version);
    if (!after)
      return [`${record} has no ${version}, which ${base} has. ${advice}`];
    return partsThatDiffer(before, after).map(
      (part) =>
        `${record}: ${part} of ${version} is not as in ${base}. ${advice}`,
    );
  });
}

/** Returns the releases in a revision. Empty when it has no record. */
function releasesOf(base: string): Map<string, Release> {
  if (!isGitInstalled())
    throw new Error(`git, which reads ${base}, is not installed.`);
  const revision = `${base}^{commit}`;
  const commit = git(["rev-parse", "--verify", "--quiet", revision], root);
  if (commit.status !== 0)
    throw new Error(`There is no revision ${base} in this repository of git.`);
  const { status, stdout } = git(["show", `${base}:./${record}`], root);
  return parseReleases(status === 0 ? stdout.toString() : "");
}

/** Returns the names of the parts that differ, e.g. `contract` and `published openapi.json`. */
function partsThatDiffer(before: Release, after: Release): string[] {
  const old = partsOf(before);
  const present = partsOf(after);
  const names = new Set([...old.keys(), ...present.keys()]);
  return [...names].filter((name) => old.get(name) !== present.get(name));
}

function partsOf(release: Release): Map<string, string> {
  const parts = new Map<string, string>();
  for (const [name, value] of Object.entries<string | Record<string, string>>({
    ...release,
  })) {
    if (typeof value === "string") parts.set(name, value);
    else
      for (const [file, checksum] of Object.entries(value))
        parts.set(`${name} ${file}`, checksum);
  }
  return parts;
}
