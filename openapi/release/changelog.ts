import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { changelogEntry, entryOf, migrationsIn, withEntry } from "./changelog-entry.ts";
import { decide } from "../diff/decide.ts";
import { operations } from "../diff/reports.ts";
import { approvedBreaks, released, working } from "../diff/contract/source.ts";

/** The changelog that callers read. */
export const changelogFile = fileURLToPath(new URL("../../CHANGELOG.md", import.meta.url));

/** The entry of a version, and what it lacks for a release. */
export interface Draft {
  version: string;
  entry: string;
  /** The breaks that do not say what callers have to do. */
  withoutMigration: string[];
}

/**
 * Drafts the entry for the working contract. It keeps the introduction and the migrations of an older draft.
 * @throws NotComparable when the contracts cannot be compared
 */
export function draft(changelog: string): Draft | undefined {
  const { breaks, approved, additions, versions } = decide({
    base: released,
    head: working,
    approvals: approvedBreaks,
  });
  const findings = [...breaks, ...approved, ...additions];
  if (findings.length === 0) return undefined;
  if (!versions?.enough || versions.head === versions.base)
    throw new Error(`First raise \`info.version\` to ${versions?.needed ?? "three numbers"}.`);
  const older = entryOf(changelog, versions.head) ?? "";
  const written = migrationsIn(older);
  const open = findings.filter((finding) => finding.is === "breaking" && !written(finding));
  const entry = changelogEntry(versions.head, findings, older);
  return { version: versions.head, entry, withoutMigration: open.map(({ change, in: names }) => `${change} (${operations(names)})`) };
}

/** Names the breaks without a migration. */
export function refusal(withoutMigration: string[]): string {
  const list = withoutMigration.map((change) => `  ${change}`).join("\n");
  return `CHANGELOG.md does not say what callers have to do when:\n${list}\nWrite it behind "Migration:" there.`;
}

/**
 * Drafts the entry of CHANGELOG.md for what the working contract changes.
 * @throws Error that names the breaks whose migration is still to be written
 */
export function writeDraft(): void {
  const changelog = readFileSync(changelogFile, "utf8");
  const made = draft(changelog);
  if (!made) {
    console.log("No entry is needed: callers of the released contract see no difference.");
    return;
  }
  writeFileSync(changelogFile, withEntry(changelog, made.version, made.entry));
  console.log(`Wrote the entry of ${made.version} into CHANGELOG.md.`);
  if (made.withoutMigration.length > 0) throw new Error(refusal(made.withoutMigration));
}
