import MarkdownIt from "markdown-it";
import { html, safe, slug, type Html } from "../html.ts";
import { codeCard, pre, tabs, type Panel } from "./code.ts";

/** The languages of fences, as people write them. */
const titles: Record<string, string> = {
  sh: "Shell",
  ts: "TypeScript",
  js: "JavaScript",
  json: "JSON",
};

// Without markup of its own: a contract that holds `<script>` shows it as text.
const parser = new MarkdownIt({ html: false });
const { rules } = parser.renderer;
// What may be wider than a phone scrolls by itself, with the keyboard too.
rules["table_open"] = () =>
  '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>';
rules["table_close"] = () => "</table></div>";
rules["fence"] = (tokens, index) => {
  // Fences one after the other say the same in several languages.
  if (tokens[index - 1]?.type === "fence") return "";
  const after = tokens.slice(index).findIndex(({ type }) => type !== "fence");
  const end = after < 0 ? tokens.length : index + after;
  const panels = tokens.slice(index, end).map(panelOf);
  const [first] = panels;
  return panels.length === 1 && first
    ? codeCard(first.label, first.content).markup
    : tabs(`language-${index}`, panels).markup;
};

/** The code of a fence, with the name of its language. A command line of curl is a sample, as of each operation. */
function panelOf({ content, info }: { content: string; info: string }): Panel {
  const label = content.startsWith("curl ") ? "curl" : (titles[info] ?? "Text");
  const code = pre(content.trimEnd(), info || "text", label, marks);
  return { label, content: code };
}

/** What the reader has to replace. A script puts the reader's server in the place of the first. */
const marks = {
  $CONTACTS_BASE_URL: html`<span data-address="$CONTACTS_BASE_URL"
    >$CONTACTS_BASE_URL</span
  >`,
  $CONTACTS_API_KEY: html`<span class="v">$CONTACTS_API_KEY</span>`,
};

// A row that begins with a code, such as one of the error codes, has an address.
rules["tr_open"] = (tokens, index) => {
  const [, code = ""] =
    /^`([^`]+)`$/.exec(tokens[index + 2]?.content ?? "") ?? [];
  return slug(code) === "" ? "<tr>" : `<tr id="${slug(code)}">`;
};

/**
 * Markdown as markup. A heading has its slug as id, with a number when it is said again, leads to itself, and stands `up`
 * levels higher than it is written.
 */
export function markdown(text: string, up = 0): Html {
  const tokens = parser.parse(text, {});
  const headings: string[] = [];
  let heads: string[] = [];
  let column = 0;
  tokens.forEach((token, index) => {
    const content = tokens[index + 1]?.content ?? "";
    if (token.type === "thead_open") heads = [];
    if (token.type === "tr_open") column = 0;
    if (token.type === "th_open") heads.push(content);
    // On a phone a row is a card, in which each cell says what it is. Messages are in Spanish.
    if (token.type === "td_open") {
      const head = heads[column++] ?? "";
      token.attrSet("data-label", plain(head));
      if (head === "Message") token.attrSet("lang", "es");
    }
    if (!token.type.startsWith("heading_")) return;
    const level = Number(token.tag.slice(1)) - up;
    token.tag = `h${level}`;
    if (token.type !== "heading_open") return;
    const id = slug(content);
    const before = headings.filter((each) => each === id).length;
    token.attrSet("id", before === 0 ? id : `${id}-${before}`);
    headings.push(id);
  });
  const rendered = parser.renderer.render(tokens, parser.options, {});
  return safe(
    rendered.replaceAll(
      /<(h[2-4]) id="([^"]*)">(.*?)<\/\1>/g,
      '<$1 id="$2"><a href="#$2">$3</a></$1>',
    ),
  );
}

/** A heading that leads to itself. */
export const heading = (id: string, text: string): Html =>
  html`<h2 id="${id}"><a href="#${id}">${text}</a></h2>`;

/** Markdown of one paragraph, without its `<p>`. */
export const inline = (text: string): Html =>
  safe(parser.renderInline(text.trim()));

/** What Markdown says, without its signs: for titles, descriptions and the search. */
export function plain(text: string): string {
  return text
    .replaceAll(/^```.*$/gm, " ")
    .replaceAll(/^[|\s:-]+$/gm, " ")
    .replaceAll(/[`*]|\[(?=[^\]]*\]\()|\]\([^)]*\)/g, "")
    .replaceAll(/^#+ |[|]/gm, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The first sentences of a text, as many as `most` characters hold, and what remains. At least one is taken. */
export function opening(text: string, most = 0): [first: string, rest: string] {
  const sentences = text.split(/(?<=[.!?])\s+(?=[A-Z`*[])/);
  let first = sentences.shift() ?? "";
  while (
    sentences[0] !== undefined &&
    first.length + sentences[0].length < most
  )
    first += ` ${sentences.shift() ?? ""}`;
  return [first, sentences.join(" ")];
}
