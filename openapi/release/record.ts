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
/** The checksum of a file. */
export const checksumOf = (file: string) => sha256(readFileSync(file));

/** The checksum of a file as a package-lock.json has it. */
const integrityOf = (file: string) =>
  `sha512-${hash("sha512", readFileSync(file), "base64")}`;

/** Records what the repository has now as the release of a version. */
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

/** The checksums of the consumers' code, by their files. */
function consumerCode(): Map<string, string> {
  const names = existsSync(consumersFolder) ? readdirSync(consumersFolder) : [];
  return new Map(
    names.map((name) => [
      name,
      sha256(codeOf(readFileSync(join(consumersFolder, name), "utf8"))),
    ]),
  );
}

/** The checksums of the migrations' statements, by their names. */
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

/** Something that a release fixed: where it is, its checksums then and now, and what to do after a change. */
interface Fixed {
  what: string;
  expected: string;
  /** Undefined when it is missing. */
  present: string | undefined;
  advice: string;
}

/** Says in one line each what has changed of that which was released. Empty when nothing has. */
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
    for (const { what, expected, present, advice } of fixed) {
      if (present === expected || changes.has(what)) continue;
      const changed = present === undefined ? "is missing" : "has changed";
      changes.set(
        what,
        `${what} ${changed} since the release of ${version}. ${advice}`,
      );
    }
  }
  return [...changes.values(), ...unrecorded(releases)];
}

const mend = "Restore it, and change openapi/openapi.yaml.";
const rebuilt = "Restore it: a release is never rebuilt.";

function fixedFiles(
  version: string,
  release: Release,
  isNewest: boolean,
): Fixed[] {
  const published = Object.entries(release.published ?? {});
  const files = [
    fixedFile(contractFile(version, isNewest), release.contract, mend),
    ...published.map(([name, expected]) =>
      fixedFile(join(version, name), expected, rebuilt),
    ),
  ];
  if (release.package === undefined) return files;
  const packed = join(version, packageName(version));
  return [...files, fixedFile(packed, release.package, rebuilt, integrityOf)];
}

function fixedFile(
  name: string,
  expected: string,
  advice: string,
  checksum = checksumOf,
): Fixed {
  const file = join(releasedFolder, name);
  const present = existsSync(file) ? checksum(file) : undefined;
  return { what: `openapi/released/${name}`, expected, present, advice };
}

/** The file of a released contract: `npm run diff` reads that of the newest release. */
const contractFile = (version: string, isNewest: boolean) =>
  isNewest ? "openapi.yaml" : `${version}.yaml`;

function fixedChangelog(version: string, { changelog }: Release): Fixed[] {
  if (changelog === undefined) return [];
  return [
    {
      what: `CHANGELOG.md from "## ${version}" on`,
      expected: changelog,
      present: changelogSince(version),
      advice: "Restore it, and write above it.",
    },
  ];
}

const fixedConsumers = (release: Release, present: Map<string, string>) =>
  Object.entries(release.consumers ?? {}).map(([name, expected]) => ({
    what: `The code of test/consumers/${name}`,
    expected,
    present: present.get(name),
    advice: "Restore it, and write another consumer beside it.",
  }));

const fixedMigrations = (release: Release, present: Map<string, string>) =>
  Object.entries(release.migrations ?? {}).map(([name, expected]) => ({
    what: `The SQL of the migration ${name}`,
    expected,
    present: present.get(name),
    advice:
      "Restore it, and add another: npm run new -- migration NAME. Its statements: npm run -s migrate -- --print",
  }));

/** Files in the folder of the releases that no release has. */
function unrecorded(releases: [string, Release][]): string[] {
  if (releases.length === 0) return [];
  const newest = releases.at(-1)?.[0];
  const known = releases.flatMap(([version, release]) =>
    fixedFiles(version, release, version === newest).map(({ what }) => what),
  );
  const record = recordFile.slice(root.length);
  return releasedFiles()
    .map((name) => `openapi/released/${name}`)
    .filter((file) => file !== record && !known.includes(file))
    .map((file) => `${file} is of no release in ${record}. Remove it.`);
}
