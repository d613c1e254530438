import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  changelogFile,
  packageName,
  publishedFile,
  readReleases,
  recordFile,
  type Release,
  releasedFiles,
  releasedFolder,
} from "../model/releases.ts";
import { historyOf } from "./changelog.ts";
import { codeOf } from "./program-code.ts";
import { codeOfSql, migrationsIn } from "./statements.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const consumersFolder = join(root, "test/consumers");
const commandLine = join(root, "server/operator/main.ts");

const sha256 = (content: string | Buffer) => hash("sha256", content);
/** Returns the SHA-256 of a file. */
export const checksumOf = (file: string) => sha256(readFileSync(file));

/** Returns the checksum of a file in the form of package-lock.json. */
const integrityOf = (file: string) =>
  `sha512-${hash("sha512", readFileSync(file), "base64")}`;

/** Creates the record of a release from the files in the repository. */
export function recordRelease(version: string, date: string): Release {
  const published = releasedFiles()
    .filter((file) => file.startsWith(`${version}/`))
    .map((file) => file.slice(version.length + 1))
    .filter((name) => name !== packageName(version));
  const packed = publishedFile(version, packageName(version));
  return {
    date,
    contract: checksumOf(join(releasedFolder, "openapi.yaml")),
    changelog: changelogSince(version),
    published: Object.fromEntries(
      published.map((name) => [name, checksumOf(publishedFile(version, name))]),
    ),
    ...(existsSync(packed) && { package: integrityOf(packed) }),
    consumers: Object.fromEntries(consumerCode()),
    migrations: Object.fromEntries(migrationCode()),
  };
}

const changelogSince = (version: string) =>
  sha256(historyOf(readFileSync(changelogFile, "utf8"), version));

/** Returns consumer → checksum of its code. */
function consumerCode(): Map<string, string> {
  const names = existsSync(consumersFolder) ? readdirSync(consumersFolder) : [];
  return new Map(
    names.map((name) => [
      name,
      sha256(codeOf(readFileSync(join(consumersFolder, name), "utf8"))),
    ]),
  );
}

/** Returns migration → checksum of its statements. */
function migrationCode(): Map<string, string> {
  if (!existsSync(commandLine)) return new Map();
  const printed = execFileSync(
    process.execPath,
    ["--import", "tsx", commandLine, "migrate", "--print"],
    { cwd: root, encoding: "utf8" },
  );
  return new Map(
    [...migrationsIn(printed)].map(([name, sql]) => [
      name,
      sha256(codeOfSql(sql)),
    ]),
  );
}

/** A part of a release that must not change. */
interface FixedPart {
  /** The name in a message. */
  name: string;
  /** The checksum of the release. */
  expected: string;
  /** The checksum of now. Undefined when the part is missing. */
  present: string | undefined;
  /** The advice after a change. */
  advice: string;
}

/** Returns a line for each changed, missing or unknown part of the releases. */
export function changesOfReleases(): string[] {
  const releases = [...readReleases()];
  const newest = releases.at(-1)?.[0];
  const consumers = consumerCode();
  const migrations = migrationCode();
  const changes = new Map<string, string>();
  for (const [version, release] of releases) {
    const fixed = [
      ...fixedFiles(version, release, version === newest),
      ...fixedChangelog(version, release),
      ...fixedConsumers(release, consumers),
      ...fixedMigrations(release, migrations),
    ];
    for (const { name, expected, present, advice } of fixed) {
      if (present === expected || changes.has(name)) continue;
      const changed = present === undefined ? "is missing" : "has changed";
      changes.set(
        name,
        `${name} ${changed} since the release of ${version}. ${advice}`,
      );
    }
  }
  return [...changes.values(), ...unrecorded(releases)];
}

const restoreContract = "Restore it, and change openapi/openapi.yaml.";
const restoreFile = "Restore it: a release is never rebuilt.";

function fixedFiles(
  version: string,
  release: Release,
  isNewest: boolean,
): FixedPart[] {
  const published = Object.entries(release.published ?? {});
  const files = [
    fixedFile(
      contractFile(version, isNewest),
      release.contract,
      restoreContract,
    ),
    ...published.map(([name, expected]) =>
      fixedFile(join(version, name), expected, restoreFile),
    ),
  ];
  if (release.package === undefined) return files;
  const packed = join(version, packageName(version));
  return [
    ...files,
    fixedFile(packed, release.package, restoreFile, integrityOf),
  ];
}

function fixedFile(
  name: string,
  expected: string,
  advice: string,
  checksum = checksumOf,
): FixedPart {
  const file = join(releasedFolder, name);
  const present = existsSync(file) ? checksum(file) : undefined;
  return { name: `openapi/released/${name}`, expected, present, advice };
}

/**
 * Returns the file of a released contract. That of the newest release has no version in its name.
 */
const contractFile = (version: string, isNewest: boolean) =>
  isNewest ? "openapi.yaml" : `${version}.yaml`;

function fixedChangelog(version: string, { changelog }: Release): FixedPart[] {
  if (changelog === undefined) return [];
  return [
    {
      name: `CHANGELOG.md from "## ${version}" on`,
      expected: changelog,
      present: changelogSince(version),
      advice: "Restore it, and write above it.",
    },
  ];
}

const fixedConsumers = (release: Release, present: Map<string, string>) =>
  Object.entries(release.consumers ?? {}).map(([file, expected]) => ({
    name: `The code of test/consumers/${file}`,
    expected,
    present: present.get(file),
    advice: "Restore it, and write another consumer beside it.",
  }));

const fixedMigrations = (release: Release, present: Map<string, string>) =>
  Object.entries(release.migrations ?? {}).map(([migration, expected]) => ({
    name: `The SQL of the migration ${migration}`,
    expected,
    present: present.get(migration),
    advice:
      "Restore it, and add another: npm run new -- migration NAME. Its statements: npm run -s migrate -- --print",
  }));

/** Reports files in the folder of the releases that no release has. */
function unrecorded(releases: [string, Release][]): string[] {
  if (releases.length === 0) return [];
  const newest = releases.at(-1)?.[0];
  const known = releases.flatMap(([version, release]) =>
    fixedFiles(version, release, version === newest).map((part) => part.name),
  );
  const record = recordFile.slice(root.length);
  return releasedFiles()
    .map((name) => `openapi/released/${name}`)
    .filter((file) => file !== record && !known.includes(file))
    .map((file) => `${file} is of no release in ${record}. Remove it.`);
}
