import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

/** The folder with the contracts of all releases, their published files and the record. */
export const releasedFolder = fileURLToPath(
  new URL("../released/", import.meta.url),
);

/** The changes of each version for callers. */
export const changelogFile = fileURLToPath(
  new URL("../../CHANGELOG.md", import.meta.url),
);

/** The record of all releases. `npm run release` appends to it. */
export const recordFile = join(releasedFolder, "releases.yaml");

/** A release in the record: its day, and the checksums of everything that must not change. */
export interface Release {
  date?: string;
  /** SHA-256 of the contract. */
  contract: string;
  /** SHA-256 of CHANGELOG.md from this version's heading to its end. */
  changelog?: string;
  /** The published files: name → SHA-256. */
  published?: Record<string, string>;
  /** The checksum of the client's package, as a package-lock.json has it. */
  package?: string;
  /** The programs of callers that compile with this release: file → SHA-256 of the code. */
  consumers?: Record<string, string>;
  /** The migrations: name → SHA-256 of the statements. */
  migrations?: Record<string, string>;
}

/** Returns version → release, the oldest first. */
export function readReleases(): Map<string, Release> {
  if (!existsSync(recordFile)) return new Map();
  return parseReleases(readFileSync(recordFile, "utf8"));
}

/** Reads the text of a record. Returns version → release. */
export function parseReleases(text: string): Map<string, Release> {
  const record = parse(text) as Record<string, Release> | null;
  return new Map(Object.entries(record ?? {}));
}

/** Returns the file name of the client's package of a version. */
export const packageName = (version: string): string =>
  `contacts-client-${version}.tgz`;

/** Returns the folder of the published files of a release. */
export const publishedFolder = (version: string): string =>
  join(releasedFolder, version);

/** Returns the path of a published file of a release. */
export const publishedFile = (version: string, name: string): string =>
  join(publishedFolder(version), name);

/** Returns the versions that have a package of the client, the oldest first. */
export const releasedPackages = (): string[] =>
  [...readReleases()]
    .filter(([, release]) => release.package !== undefined)
    .map(([version]) => version);

/** Returns the paths of all files in `openapi/released/`, relative to it. */
export const releasedFiles = (): string[] =>
  readdirSync(releasedFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name).slice(releasedFolder.length),
    )
    .sort();
