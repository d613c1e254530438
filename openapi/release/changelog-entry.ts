import type { Finding } from "../gate/finding.ts";

const migration = "  Migration:";

/**
 * The entry of a version, as Markdown.
 * @param written what callers have to do for a break, by the change: what was already written is kept
 */
export function changelogEntry(version: string, findings: Finding[], written: Map<string, string>): string {
  const breaks = findings.filter(({ is }) => is === "breaking");
  const additions = findings.filter(({ is }) => is === "addition");
  return [
    `## ${version}`,
    ...section(
      "### Breaking",
      breaks.map((finding) => item(finding, `\n${migration} ${written.get(finding.change) ?? ""}`.trimEnd())),
    ),
    ...section(
      "### Added",
      additions.map((finding) => item(finding, "")),
    ),
    "",
  ].join("\n");
}

const section = (heading: string, items: string[]) =>
  items.length > 0 ? ["", heading, "", items.join("\n")] : [];

function item({ change, in: operations }: Finding, more: string): string {
  const [only] = operations;
  const one = operations.length === 1 ? ` (\`${only}\`)` : "";
  const names = operations.map((name) => `\`${name}\``).join(", ");
  const folded = `\n  <details><summary>${operations.length} operations</summary>${names}</details>`;
  return `- ${change}${one}${more}${operations.length > 1 ? folded : ""}`;
}

/** The part of a changelog that is about a version, without what follows it. Undefined when there is none. */
export function entryOf(changelog: string, version: string): string | undefined {
  const start = changelog.indexOf(`## ${version}\n`);
  if (start === -1) return undefined;
  const end = changelog.indexOf("\n## ", start);
  return changelog.slice(start, end === -1 ? undefined : end + 1);
}

/** The migrations in an entry, by the change. */
export function migrationsIn(entry: string): Map<string, string> {
  const found = new Map<string, string>();
  let change: string | undefined;
  for (const line of entry.split("\n")) {
    if (line.startsWith("- ")) change = line.slice("- ".length).replace(/ \(`[^`]*`\)$/, "");
    else if (change !== undefined && line.startsWith(migration))
      found.set(change, line.slice(migration.length).trim());
  }
  return found;
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
