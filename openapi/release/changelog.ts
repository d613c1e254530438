import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { decide, type Decision } from "../diff/decide.ts";
import { operations } from "../diff/reports.ts";
import {
  approvedBreaks,
  contractOfCallers,
  released,
  working,
} from "../diff/contract/source.ts";
import type { Finding } from "../diff/findings.ts";
import { ourLevels } from "../diff/levels.ts";
import { changelogFile } from "../model/releases.ts";
import { linesOf, type Line } from "./lines.ts";

/** The draft of an entry. */
interface Draft {
  version: string;
  entry: string;
  /** The breaks without a text for callers. */
  withoutMigration: string[];
}

/** Compares the working contract with the released one. */
export const decideRelease = (): Decision =>
  decide({
    base: contractOfCallers,
    head: working,
    approvals: approvedBreaks,
    levels: ourLevels,
    checkVersion: true,
  });

/** The heading of the changes that wait for the next release. */
const unreleased = "Unreleased";

/**
 * Drafts the entry of the working contract. Keeps the introduction and the migrations of an older
 * draft, or the text under `Unreleased`.
 * @returns undefined when nothing has changed for callers
 */
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
  const older = olderDraft(changelog, versions.head) ?? "";
  const migrationOf = migrationsIn(older, findings);
  const withoutMigration = findings.filter(
    (finding) => finding.is === "breaking" && !migrationOf(finding),
  );
  const entry = changelogEntry(versions.head, findings, older);
  return {
    version: versions.head,
    entry,
    withoutMigration: withoutMigration.map(
      ({ change, in: names }) => `${change} (${operations(names)})`,
    ),
  };
}

/** Writes the error for breaks without a migration. */
export function refusal(withoutMigration: string[]): string {
  const list = withoutMigration.map((change) => `  ${change}`).join("\n");
  return `CHANGELOG.md does not say what callers have to do when:\n${list}\nWrite it behind "Migration:" there.`;
}

/**
 * Writes a draft of the entry into CHANGELOG.md.
 * @throws Error that names the breaks without a migration
 */
export function writeDraft(): void {
  const changelog = readFileSync(changelogFile, "utf8");
  const drafted = draft(changelog, decideRelease());
  if (!drafted) {
    console.log(
      existsSync(released)
        ? "No entry is needed: callers of the released contract see no difference."
        : "No entry is needed: this is the first release.",
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

const migrationLabel = "  Migration:";
/** The maximum of operations that a line names. Otherwise it has their number. */
const maxNames = 3;

/**
 * Writes the entry of a version as Markdown.
 * @param older an older draft, whose introduction and migrations stay
 */
function changelogEntry(
  version: string,
  findings: Finding[],
  older = "",
): string {
  const migrationOf = migrationsIn(older, findings);
  const isLimit = ({ rule }: Finding) => rule.startsWith("diff/limit-");
  const limits = findings.filter(isLimit);
  const others = findings.filter((finding) => !isLimit(finding));
  const breaks = others.filter(({ is }) => is === "breaking");
  const additions = others.filter(({ is }) => is === "addition");
  const isNew = ({ rule }: Finding) => rule === "added";
  const changes = additions.filter((finding) => !isNew(finding));
  const withMigration = (finding: Finding) =>
    item(finding, `${migrationLabel} ${migrationOf(finding) ?? ""}`.trimEnd());
  return [
    `## ${version}`,
    ...introductionOf(older),
    ...section(
      "### Breaking",
      breaks.map((finding) => withMigration(finding)),
    ),
    ...section(
      "### Added",
      linesOf(additions.filter(isNew)).map((line) => item(line)),
    ),
    ...section("### Changed", [
      ...limits.map((finding) =>
        finding.is === "breaking" ? withMigration(finding) : item(finding),
      ),
      ...linesOf(changes).map((line) => item(line)),
    ]),
    "",
  ].join("\n");
}

/** Returns the text between the heading of an entry and its first list. */
function introductionOf(entry: string): string[] {
  const [head = ""] = entry.split(/^### /m);
  const text = head.replace(/^## .*\n/, "").trim();
  return text === "" ? [] : ["", text];
}

const section = (heading: string, items: string[]) =>
  items.length > 0 ? ["", heading, "", items.join("\n")] : [];

function item({ change, in: all }: Line, ...more: string[]): string {
  const names = all.map((name) => `\`${name}\``).join(", ");
  const where = all.length > maxNames ? `${all.length} operations` : names;
  return [`- ${change} (${where})`, ...more].join("\n");
}

/** Returns the entry of a version, or undefined. */
export function entryOf(
  changelog: string,
  version: string,
): string | undefined {
  const start = changelog.indexOf(`## ${version}\n`);
  if (start === -1) return undefined;
  const end = changelog.indexOf("\n## ", start);
  return changelog.slice(start, end === -1 ? undefined : end + 1);
}

/**
 * Returns what the entry of a version replaces: its older draft, or else the unreleased text. Text
 * with headings of its own stays where it is, as an entry would lose what is below them.
 */
function olderDraft(changelog: string, version: string): string | undefined {
  const waiting = entryOf(changelog, unreleased);
  const isPlain = waiting !== undefined && !/^### /m.test(waiting);
  return entryOf(changelog, version) ?? (isPlain ? waiting : undefined);
}

/** Returns the changelog from the heading of a version to its end. */
export function historyOf(changelog: string, version: string): string {
  const start = changelog.indexOf(`## ${version}\n`);
  return start === -1 ? "" : changelog.slice(start);
}

/** Returns the text for callers about a break, or undefined. */
type Migrations = (finding: Finding) => string | undefined;

/**
 * Reads the migrations in an entry. Finds them also by the change alone, as the operations may have
 * changed, unless they are of another finding.
 */
function migrationsIn(entry: string, findings: Finding[]): Migrations {
  const found = new Map<string, string>();
  for (const written of entry.split(/\n(?=- |#|\n)/)) {
    const lines = written.split("\n");
    const from = lines.findIndex((line) => line.startsWith(migrationLabel));
    if (from === -1) continue;
    const text = lines.splice(from).join("\n");
    found.set(lines.join("\n"), text.slice(migrationLabel.length).trim());
  }
  const current = new Set(findings.map((finding) => item(finding)));
  const others = [...found].filter(([written]) => !current.has(written));
  return (finding) => {
    const exact = found.get(item(finding));
    const same = others.filter(([written]) =>
      written.startsWith(`- ${finding.change}`),
    );
    const only = same.length === 1 ? same[0]?.[1] : undefined;
    return (exact ?? only) || undefined;
  };
}

/** Adds an entry to the changelog. Replaces an older draft, or puts it before all other entries. */
function withEntry(changelog: string, version: string, entry: string): string {
  const present = olderDraft(changelog, version);
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
