import { prose } from "../../prose.ts";

/** The decisions in the words of openapi/decisions.md, under headings that fit below the chapter's. */
export function decisionsChapter() {
  const text = prose("decisions.md").replace(/^# .*\n/, "");
  return `# Decisions\n\n${text.replaceAll(/^##+ .*/gm, demote).trim()}\n`;
}

/** Redoc's menu leaves code out of a heading, so a heading has none. `{% #d-04 %}` is an anchor that outlives a title. */
function demote(heading: string) {
  const [, id] = /^## (D-\d+)/.exec(heading) ?? [];
  return `#${heading.replaceAll("`", "")}${id === undefined ? "" : ` {% #${id.toLowerCase()} %}`}`;
}

/**
 * Markdown links to decisions.
 * @throws Error when openapi/decisions.md lacks one of them.
 */
export function linksTo(decisions: Set<string>) {
  const text = prose("decisions.md");
  return [...decisions].map((id) => {
    if (!text.includes(`\n## ${id} `)) throw new Error(`openapi/decisions.md has no heading \`## ${id} …\`.`);
    return `[${id}](#section/decisions/${id.toLowerCase()})`;
  });
}
