import type { Finding } from "../diff/findings.ts";

const migration = "  Migration:";
/** How many operations a line names; of more it says how many they are. */
const mostNames = 3;

/**
 * The entry of a version, as Markdown.
 * @param older an older draft of it: its introduction and its migrations stay
 */
export function changelogEntry(version: string, findings: Finding[], older = ""): string {
  const written = migrationsIn(older);
  const breaks = findings.filter(({ is }) => is === "breaking");
  const additions = findings.filter(({ is }) => is === "addition");
  return [
    `## ${version}`,
    ...introductionOf(older),
    ...section(
      "### Breaking",
      breaks.map((finding) => item(finding, `${migration} ${written(finding) ?? ""}`.trimEnd())),
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

function item({ change, in: operations }: Finding, ...more: string[]): string {
  const names = operations.map((name) => `\`${name}\``).join(", ");
  const where = operations.length > mostNames ? `${operations.length} operations` : names;
  return [where === "" ? `- ${change}` : `- ${change} (${where})`, ...more].join("\n");
}

/** The part of a changelog that is about a version, without what follows it. Undefined when there is none. */
export function entryOf(changelog: string, version: string): string | undefined {
  const start = changelog.indexOf(`## ${version}\n`);
  if (start === -1) return undefined;
  const end = changelog.indexOf("\n## ", start);
  return changelog.slice(start, end === -1 ? undefined : end + 1);
}

/** What callers have to do for a break; undefined when nobody wrote it yet. */
export type Migrations = (finding: Finding) => string | undefined;

/** The migrations in an entry. When the operations of a break have changed, its migration is that of the same change. */
export function migrationsIn(entry: string): Migrations {
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
    const same = [...found].filter(([written]) => written.startsWith(`- ${finding.change}`));
    return (exact ?? (same.length === 1 ? same[0]?.[1] : undefined)) || undefined;
  };
}

/** The changelog with an entry in the place of an older draft of it, or before all others. */
export function withEntry(changelog: string, version: string, entry: string): string {
  const present = entryOf(changelog, version);
  if (present !== undefined)
    return changelog.replace(present, () => entry + (present.endsWith("\n\n") ? "\n" : ""));
  const first = changelog.indexOf("\n## ");
  return first === -1
    ? `${changelog.trimEnd()}\n\n${entry}`
    : `${changelog.slice(0, first + 1)}${entry}\n${changelog.slice(first + 1)}`;
}
