import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import {
  decideRelease,
  draft,
  refusal,
  writeDraft,
  entryOf,
} from "./changelog.ts";
import { changesOfRecord } from "./base.ts";
import { majorAdvice, requireChecks } from "./checks.ts";
import { changesOfReleases, checksumOf, recordRelease } from "./record.ts";
import { approvedBreaks, released, working } from "../diff/contract/source.ts";
import type { Decision } from "../diff/decide.ts";
import { textReport } from "../diff/reports.ts";
import { bundlesOf } from "../generate/bundles.ts";
import { forOthers, readContract } from "../model/read-contract.ts";
import {
  changelogFile,
  packageName,
  publishedFolder,
  readReleases,
  recordFile,
  type Release,
} from "../model/releases.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pathOf = (file: string) => join(root, file);

/** The options of the command. */
interface ReleaseOptions {
  draft: boolean;
  "dry-run": boolean;
  check: boolean;
  base?: string | undefined;
}

/** Releases the working contract, or does the part of it that the options ask for. */
export async function runRelease(options: ReleaseOptions): Promise<void> {
  if (options.draft) return writeDraft();
  requireUnchanged(options.base);
  if (options.check) return console.log("No release has changed.");
  const decision = decideRelease();
  requireReleasable(decision);
  const version = decision.versions?.head ?? "";
  const isMajor =
    version.split(".")[0] !== decision.versions?.base.split(".")[0];
  requireChecks(isMajor);
  if (isMajor) console.log(majorAdvice);
  if (options["dry-run"])
    return console.log(`${version} can be released. Nothing was written.`);
  const today = new Date().toISOString().slice(0, 10);
  const before = decision.versions?.base ?? version;
  if (before !== version) keepContract(before);
  mkdirSync(dirname(released), { recursive: true });
  await releaseContract();
  dateEntry(version, today);
  nameInReadmes(version);
  await writePublished(version);
  appendRecord(version, recordRelease(version, today));
  const comment =
    readFileSync(approvedBreaks, "utf8").match(/^(?:#.*\n)*/)?.[0] ?? "";
  writeFileSync(approvedBreaks, comment);
  const next = existsSync(pathOf(".github/workflows/release.yml"))
    ? `On the main branch the workflow "release" tags that commit v${version} and publishes it.`
    : `Tag that commit v${version}.`;
  console.log(
    `Released ${version}. Run npm run generate, and commit all of it. ${next}`,
  );
}

/**
 * Checks that no released file has changed, and the record not since the revision `base`.
 * @throws Error with a line for each change
 */
function requireUnchanged(base: string | undefined): void {
  const recordChanges = base === undefined ? [] : changesOfRecord(base);
  const changes = [...changesOfReleases(), ...recordChanges];
  if (changes.length > 0) throw new Error(changes.join("\n"));
}

/**
 * Checks the version, the diff and the changelog.
 * @throws Error that names what is missing
 */
function requireReleasable(decision: Decision): void {
  const version = decision.versions?.head ?? "";
  if (readReleases().has(version))
    throw new Error(
      `${version} is released already, as openapi/released/releases.yaml says. Raise info.version of openapi/openapi.yaml.`,
    );
  if (!decision.passes) throw new Error(textReport(decision).trimEnd());
  const changelog = readFileSync(changelogFile, "utf8");
  const drafted = draft(changelog, decision);
  if (drafted && entryOf(changelog, drafted.version) === undefined)
    throw new Error(
      `CHANGELOG.md has no entry for ${drafted.version}. Draft it with: npm run release -- --draft`,
    );
  if (drafted && drafted.withoutMigration.length > 0)
    throw new Error(refusal(drafted.withoutMigration));
}

/** Copies the contract of the last release to a file of its own, which the docs show. */
function keepContract(before: string): void {
  const kept = join(dirname(released), `${before}.yaml`);
  copyFileSync(released, kept);
  if (readReleases().has(before)) return;
  // An old release may have no entry yet.
  appendRecord(before, { contract: checksumOf(kept) });
}

const appendRecord = (version: string, release: Release) =>
  appendFileSync(recordFile, stringify({ [version]: release }));

/** Writes the working contract as the released one. */
async function releaseContract(): Promise<void> {
  const { contract } = await readContract(working);
  writeFileSync(
    released,
    stringify(forOthers(contract), {
      aliasDuplicateObjects: false,
      lineWidth: 110,
    }),
  );
}

/** Adds the date to the entry of the changelog, for the feed of the docs. */
function dateEntry(version: string, today: string): void {
  const changelog = readFileSync(changelogFile, "utf8");
  if (/^Released on /m.test(entryOf(changelog, version) ?? "")) return;
  const dated = `## ${version}\n\nReleased on ${today}.\n`;
  writeFileSync(changelogFile, changelog.replace(`## ${version}\n`, dated));
}

/** Writes the name of the new package into the READMEs. */
function nameInReadmes(version: string): void {
  for (const name of ["README.md", "client/README.md"].filter((file) =>
    existsSync(pathOf(file)),
  )) {
    const text = readFileSync(pathOf(name), "utf8");
    const updated = text.replaceAll(
      /contacts-client-[\d.]+\.tgz/g,
      packageName(version),
    );
    writeFileSync(pathOf(name), updated);
  }
}

/** Writes the files that the release publishes. */
async function writePublished(version: string): Promise<void> {
  const folder = publishedFolder(version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { contract } = await readContract(working);
  for (const [name, content] of bundlesOf(contract))
    writeFileSync(join(folder, name), content);
  const types = pathOf("generated/types.ts");
  if (existsSync(types)) copyFileSync(types, join(folder, "types.ts"));
  if (!existsSync(pathOf("client/build/pack-client.ts"))) return;
  const { packClient } = await import("../../client/build/pack-client.ts");
  packClient(folder, version);
}
