import { html, safe, type Html } from "../html.ts";
import type { Location } from "./contract/contract.ts";
import { findContract } from "./contract/source.ts";
import type { Finding } from "./finding.ts";
import type { Decision } from "./decide.ts";
import { advice, scope, summary } from "./report-text.ts";

/** How many lines of a contract are shown before and after the one that a finding names. */
const shown = { before: 3, after: 8 };
/** Where a line is looked for in the other contract. */
const near = { before: 40, after: 40 };
/** How much of a line is shown; a contract without line breaks is one line. */
const longest = 200;

/** The decision as a page for review, which needs no other file: each finding with both contracts side by side. */
export function htmlReport(decision: Decision): string {
  const { base, head, breaks, approved, additions, issues } = decision;
  const texts = new Map<string, string[]>();
  const linesOf = (file: string) => {
    const source = findContract(file);
    const lines = texts.get(file) ?? (source.read(source.path) ?? "").split(/\r?\n/);
    texts.set(file, lines);
    return lines;
  };
  const section = (name: string, findings: Finding[]) =>
    findings.length > 0 &&
    html`<h2>${name}: ${findings.length}</h2>
      ${findings.map((finding) => article(finding, linesOf))}`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>What ${head} changes</title>
        <style>
          ${safe(style)}
        </style>
      </head>
      <body>
        <h1>What changes from ${base} to ${head}</h1>
        <p>${summary(decision)}</p>
        ${issues.map((issue) => html`<p><strong>${prose(issue)}</strong></p>`)} ${section("Breaking", breaks)}
        ${section("Approved breaks", approved)} ${section("Additions", additions)}
      </body>
    </html>`;
  return `${page.markup}\n`;
}

type LinesOf = (file: string) => string[];

function article(finding: Finding, linesOf: LinesOf): Html {
  const { rule, change, before, after } = finding;
  return html`<article class="${finding.is}">
    <h3>${prose(change)}</h3>
    <p>${scope(finding)} <code>${rule}</code></p>
    <p>${prose(advice(finding))}</p>
    <div class="sides">${side("Before", before, after, linesOf)}${side("After", after, before, linesOf)}</div>
  </article>`;
}

/** A sentence in which names stand between backticks. */
const prose = (text: string) =>
  text.split("`").map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));

interface Line {
  number: number;
  text: string;
}

function excerpt(at: Location | undefined, linesOf: LinesOf, { before, after } = shown): Line[] {
  if (!at) return [];
  const first = Math.max(1, at.line - before);
  const lines = linesOf(at.file).slice(first - 1, at.line + after);
  return lines.map((text, i) => {
    const from = first + i === at.line && text.length > longest ? Math.max(0, at.column - longest / 2) : 0;
    return { number: first + i, text: text.slice(from, from + longest) };
  });
}

/** One contract at the place of a finding. A line that the other one does not have there is marked. */
function side(title: string, at: Location | undefined, other: Location | undefined, linesOf: LinesOf): Html {
  const known = new Set(excerpt(other, linesOf, near).map(({ text }) => text));
  return html`<figure>
    <figcaption>${title}${at && html` <code>${at.file}:${at.line}</code>`}</figcaption>
    <pre>
${excerpt(at, linesOf).map(({ number, text }) => {
        const line = `${String(number).padStart(5)}  ${text}\n`;
        return known.has(text) ? line : html`<mark>${line}</mark>`;
      })}</pre>
  </figure>`;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 90rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid; border-left-width: 6px; border-radius: 4px; margin: 1.5rem 0; padding: 0 1rem 1rem; }
.breaking { border-color: light-dark(#ae1c2a, #ff8f98); }
.addition { border-color: light-dark(#14692f, #6ed18d); }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); gap: 1rem; }
figure { margin: 0; min-width: 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; padding: .5rem; background: light-dark(#f5f6f8, #1a2029); font-size: .85rem; }
mark { background: light-dark(#fff0c2, #4a3a10); color: inherit; }
`;
