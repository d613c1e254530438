import { html, safe, type Html } from "../html.ts";
import type { Location } from "./contract/places.ts";
import { findContract } from "./contract/source.ts";
import type { Decision } from "./decide.ts";
import type { Finding } from "./findings.ts";
import { advice, scope, sections, summary } from "./reports.ts";

/** How far from the place of a finding a line is looked for. */
const near = 40;
/** How much of a line is shown; a contract without line breaks is one line. */
const longest = 200;

/** The decision as a page for review, which needs no other file: each finding with both contracts side by side. */
export function htmlReport(decision: Decision): string {
  const { base, head, issues } = decision;
  const texts = new Map<string, string[]>();
  const linesOf = (file: string) => {
    const { path, read } = findContract(file);
    const lines = texts.get(file) ?? read(path)?.split(/\r?\n/) ?? [];
    texts.set(file, lines);
    return lines;
  };
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
        ${issues.map((issue) => html`<p><strong>${prose(issue)}</strong></p>`)}
        ${sections(decision).map(
          ({ title, findings }) =>
            html`<h2>${title}</h2>
              ${findings.map((finding) => article(finding, linesOf))}`,
        )}
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

/** The lines around a location, by their numbers. */
function linesAround(at: Location, linesOf: LinesOf): Map<number, string> {
  const first = Math.max(1, at.line - near);
  const lines = linesOf(at.file).slice(first - 1, at.line + near);
  return new Map(
    lines.map((text, i) => {
      const isLong = first + i === at.line && text.length > longest;
      const from = isLong ? Math.max(0, at.column - longest / 2) : 0;
      return [first + i, text.slice(from, from + longest)];
    }),
  );
}

/** One contract at the place of a finding, as far as the nearest line that the other one does not have there. */
function side(title: string, at: Location, other: Location, linesOf: LinesOf): Html {
  const lines = [...linesAround(at, linesOf)];
  const otherTexts = new Set(linesAround(other, linesOf).values());
  const isGone = at.pointer.length > other.pointer.length;
  const isChanged = (number: number, text: string) => !otherTexts.has(text) || (isGone && number === at.line);
  const changed = lines.flatMap(([number, text]) => (isChanged(number, text) ? [number - at.line] : []));
  const [nearest = 0] = changed.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const [from, to] = [at.line + Math.min(-3, nearest - 1), at.line + Math.max(8, nearest + 1)];
  const shown = lines.filter(([number]) => number >= from && number <= to);
  return html`<figure>
    <figcaption>${title} <code>${at.file}:${at.line}</code></figcaption>
    <pre>
${shown.map(([number, text]) => {
        const line = `${String(number).padStart(5)}  ${text}\n`;
        return isChanged(number, text) ? html`<mark>${line}</mark>` : line;
      })}</pre>
  </figure>`;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 90rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid; border-left-width: 6px; border-radius: 4px; margin: 1.5rem 0; padding: 0 1rem 1rem; }
.breaking { border-color: light-dark(#ae1c2a, #ff8f98); }
.warning { border-color: light-dark(#8a5a00, #e8b04a); }
.addition { border-color: light-dark(#14692f, #6ed18d); }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); gap: 1rem; }
figure { margin: 0; min-width: 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; padding: .5rem; background: light-dark(#f5f6f8, #1a2029); font-size: .85rem; }
mark { background: light-dark(#fff0c2, #4a3a10); color: inherit; }
`;
