import { readFileSync, writeFileSync } from "node:fs";
import { decide, type Decision } from "../diff/decide.ts";
import { operations } from "../diff/reports.ts";
import { approvedBreaks, released, working } from "../diff/contract/source.ts";
import type { Finding } from "../diff/findings.ts";
import { ourLevels } from "../diff/levels.ts";
import { changelogFile } from "../model/releases.ts";

/** The entry of a version, and what it lacks for a release. */
interface Draft {
  version: string;
  entry: string;
  /** The breaks that do not say what callers have to do. */
  withoutMigration: string[];
}

/** What the diff decides of the working contract. */
export const decideRelease = (): Decision =>
  decide({
    base: released,
    head: working,
    approvals: approvedBreaks,
    levels: ourLevels,
    checkVersion: true,
  });

/** Drafts the entry for the working contract. It keeps the introduction and the migrations of an older draft. */
export function draft(
  changelog: string,
  { breaks, approved, additions, versions }: Decision,
): Draft | undefined {
  const findings = [...breaks, ...approved, ...additions];
  if (findings.length === 0 && versions?.head === versions?.base)
    return undefined;
  if (!versions?.enough || versions.head === versions.base)
    throw new Error(
      `First raise \`info.version\` to ${versions?.needed ?? "three numbers"}.`,
    );
  const older = entryOf(changelog, versions.head) ?? "";
  const written = migrationsIn(older);
  const open = findings.filter(
    (finding) => finding.is === "breaking" && !written(finding),
  );
  const entry = changelogEntry(versions.head, findings, older);
  return {
    version: versions.head,
    entry,
    withoutMigration: open.map(
      ({ change, in: names }) => `${change} (${operations(names)})`,
    ),
  };
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
  const drafted = draft(changelog, decideRelease());
  if (!drafted) {
    console.log(
      "No entry is needed: callers of the released contract see no difference.",
    );
    return;
  }
  writeFileSync(
    changelogFile,
    withEntry(changelog, drafted.version, drafted.entry),
  );
  console.log(`Wrote the entry of ${drafted.version} into CHANGELOG.md.`);
  if (drafted.withoutMigration.length > 0)
    throw new Error(refusal(drafted.withoutMigration));
}

const migration = "  Migration:";
/** How many operations a line names; of more it says how many they are. */
const mostNames = 3;

/**
 * The entry of a version, as Markdown.
 * @param older an older draft of it: its introduction and its migrations stay
 */
function changelogEntry(
  version: string,
  findings: Finding[],
  older = "",
): string {
  const written = migrationsIn(older);
  const isOfBehaviour = ({ rule }: Finding) => rule.startsWith("diff/limit-");
  const behaviour = findings.filter(isOfBehaviour);
  const others = findings.filter((finding) => !isOfBehaviour(finding));
  const breaks = others.filter(({ is }) => is === "breaking");
  const additions = others.filter(({ is }) => is === "addition");
  const withMigration = (finding: Finding) =>
    item(finding, `${migration} ${written(finding) ?? ""}`.trimEnd());
  return [
    `## ${version}`,
    ...introductionOf(older),
    ...section(
      "### Breaking",
      breaks.map((finding) => withMigration(finding)),
    ),
    ...section(
      "### Changed",
      behaviour.map((finding) =>
        finding.is === "breaking" ? withMigration(finding) : item(finding),
      ),
    ),
    ...section(
      "### Added",
      additions.map((finding) => item(finding)),
    ),
    "",
  ].join("\n");
}

/** What somebody wrote between the heading of an entry and its first list. */
function introductionOf(entry: string): string[] {
  const [head = ""] = entry.split(/^### /m);
  const text = head.replace(/^## .*\n/, "").trim();
  return text === "" ? [] : ["", text];
}

const section = (heading: string, items: string[]) =>
  items.length > 0 ? ["", heading, "", items.join("\n")] : [];

function item({ change, in: all }: Finding, ...more: string[]): string {
  const names = all.map((name) => `\`${name}\``).join(", ");
  const where = all.length > mostNames ? `${all.length} operations` : names;
  return [
    where === "" ? `- ${change}` : `- ${change} (${where})`,
    ...more,
  ].join("\n");
}

/** The part of a changelog that is about a version, without what follows it. Undefined when there is none. */
export function entryOf(
  changelog: string,
  version: string,
): string | undefined {
  const start = changelog.indexOf(`## ${version}\n`);
  if (start === -1) return undefined;
  const end = changelog.indexOf("\n## ", start);
  return changelog.slice(start, end === -1 ? undefined : end + 1);
}

/** The changelog from the heading of a version to its end: its entry and those of the versions before it. */
export function historyOf(changelog: string, version: string): string {
  const start = changelog.indexOf(`## ${version}\n`);
  return start === -1 ? "" : changelog.slice(start);
}

/** What callers have to do for a break; undefined when nobody wrote it yet. */
type Migrations = (finding: Finding) => string | undefined;

/** The migrations in an entry. When the operations of a break have changed, its migration is that of the same change. */
function migrationsIn(entry: string): Migrations {
  const found = new Map<string, string>();
  for (const written of entry.split(/\n(?=- |#|\n)/)) {
    const lines = written.split("\n");
    const from = lines.findIndex((line) => line.startsWith(migration));
    if (from === -1) continue;
    const text = lines.splice(from).join("\n");
    found.set(lines.join("\n"), text.slice(migration.length).trim());
  }
  return (finding) => {
    const exact = found.get(item(finding));
    const same = [...found].filter(([written]) =>
      written.startsWith(`- ${finding.change}`),
    );
    return (
      (exact ?? (same.length === 1 ? same[0]?.[1] : undefined)) || undefined
    );
  };
}

/** The changelog with an entry in the place of an older draft of it, or before all others. */
function withEntry(changelog: string, version: string, entry: string): string {
  const present = entryOf(changelog, version);
  if (present !== undefined)
    return changelog.replace(
      present,
      () => entry + (present.endsWith("\n\n") ? "\n" : ""),
    );
  const first = changelog.indexOf("\n## ");
  return first === -1
    ? `${changelog.trimEnd()}\n\n${entry}`
    : `${changelog.slice(0, first + 1)}${entry}\n${changelog.slice(first + 1)}`;
}
