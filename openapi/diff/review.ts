import { html, safe, type Html } from "../html.ts";
import type { Decision } from "./decide.ts";
import type { Finding } from "./findings.ts";
import { changedLines, grouped, scope, summary } from "./reports.ts";

/**
 * Writes the decision as one HTML file for a reviewer, with the old and the new line of each
 * finding.
 */
export function reviewPage(decision: Decision): string {
  const { base, head, breaks, approved, additions, issues } = decision;
  const sections = Object.entries({
    Breaks: breaks,
    Approved: approved,
    Additions: additions,
  });
  const page = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>What ${head} changes</title>
      <style>
        ${safe(style)}
      </style>
      <h1>What ${head} changes</h1>
      <p>Callers have ${base}. ${summary(decision)}</p>
      ${issues.map((issue) => html`<p><strong>${prose(issue)}</strong></p>`)}
      ${sections.map(
        ([title, findings]) =>
          findings.length > 0 &&
          html`<h2>${title}</h2>
            ${grouped(findings).map(articleOf)}`,
      )}
    </html>`;
  return `${page.markup}\n`;
}

function articleOf(finding: Finding): Html {
  const { rule, is, change, because, instead, before, after } = finding;
  return html`<article class="${is}">
    <h3>${prose(change)}</h3>
    <p>${scope(finding)} <code>${rule}</code></p>
    <p>${prose(because)} ${instead && prose(`Instead: ${instead}`)}</p>
    <p>
      <code>${before.file}:${before.line}</code> →
      <code>${after.file}:${after.line}</code>
    </p>
    ${changedLines(finding).map((line) => html`<pre class="${line.startsWith("-") ? "gone" : "new"}">${line}</pre>`)}
  </article>`;
}

/** Renders a sentence with names in backticks. */
const prose = (text: string) =>
  text
    .split("`")
    .map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
article { border: 1px solid; border-left-width: 6px; border-radius: 4px; margin: 1rem 0; padding: 0 1rem .75rem; }
article.breaking { border-color: light-dark(#ae1c2a, #ff8f98); }
article.warning { border-color: light-dark(#8a5a00, #e8b04a); }
article.addition { border-color: light-dark(#14692f, #6ed18d); }
article :is(h3, p) { margin: .5rem 0; }
pre { white-space: pre-wrap; margin: 0; padding: .25rem .5rem; }
pre.gone { background: light-dark(#fbe3e5, #4a1c20); }
pre.new { background: light-dark(#dff3e4, #163d22); }
`;
