import type { Finding } from "./finding.ts";
import type { Decision } from "./decide.ts";
import { advice, scope, sections, summary } from "./report-text.ts";

/** GitHub refuses a comment of more than 65,536 characters; the workflow appends where the preview is. */
const longest = 65_000;

/** The decision as a comment on a pull request. The first line is how its workflow finds the comment again. */
export function markdownReport(decision: Decision): string {
  const head = `<!-- contract-diff -->\n### Contract: ${decision.passes ? "passed" : "failed"}\n\n${summary(decision)}\n`;
  const issues = decision.issues.map((issue) => `- **${issue}**\n`);
  const items = sections(decision).flatMap(({ title, findings, isOpen }) => [
    `\n#### ${title}\n\n`,
    ...findings.map(isOpen ? broken : line),
  ]);
  return capped(head, [...issues, ...items]);
}

const line = (finding: Finding) => {
  const locations = [finding.before, finding.after].flatMap((at) =>
    at ? [`\`${at.file}:${at.line}\``] : [],
  );
  return `- ${finding.change} In ${scope(finding)}: ${locations.join(" → ")}\n`;
};

const broken = (finding: Finding) => `${line(finding)}  ${advice(finding)} (\`${finding.rule}\`)\n`;

/** As many whole lines as fit, and how many do not. */
function capped(head: string, lines: string[]): string {
  let text = head;
  for (const [i, next] of lines.entries()) {
    const rest = `\n… and ${lines.length - i} more lines: run \`npm run diff\`.\n`;
    if (text.length + next.length + rest.length > longest) return text + rest;
    text += next;
  }
  return text;
}
