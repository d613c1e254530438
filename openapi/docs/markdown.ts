import MarkdownIt from "markdown-it";
import { html, safe, slug, type Html } from "../html.ts";
import { parseMarkdown, safeHtml } from "./html-in-markdown.ts";
import { codeCard, pre, tabs, type Panel } from "./code.ts";

/** Language of a fence → its label. */
const titles: Record<string, string> = {
  sh: "Shell",
  ts: "TypeScript",
  js: "JavaScript",
  json: "JSON",
};

const { renderer, options } = new MarkdownIt();
const { rules } = renderer;
// A wide table scrolls by itself, also by the keyboard.
rules["table_open"] = () =>
  '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>';
rules["table_close"] = () => "</table></div>";
rules["fence"] = (tokens, index) => {
  // Adjacent fences show the same in several languages.
  if (tokens[index - 1]?.type === "fence") return "";
  const after = tokens.slice(index).findIndex(({ type }) => type !== "fence");
  const end = after < 0 ? tokens.length : index + after;
  const panels = tokens.slice(index, end).map(panelOf);
  const [first] = panels;
  return panels.length === 1 && first
    ? codeCard(first.label, first.content).markup
    : tabs(`language-${index}`, panels).markup;
};

/** Writes the code of a fence with the name of its language, or `curl` for a command line of it. */
function panelOf({ content, info }: { content: string; info: string }): Panel {
  const label = content.startsWith("curl ") ? "curl" : (titles[info] ?? "Text");
  const code = pre(content.trimEnd(), info || "text", label, placeholders);
  return { label, content: code };
}

/** Texts that a reader has to replace. The script of the page fills in the address. */
const placeholders = {
  $CONTACTS_BASE_URL: html`<span data-address="$CONTACTS_BASE_URL"
    >$CONTACTS_BASE_URL</span
  >`,
  $CONTACTS_API_KEY: html`<span class="v">$CONTACTS_API_KEY</span>`,
};

rules["html_inline"] = (tokens, index) =>
  safeHtml(tokens[index]?.content ?? "");
rules["html_block"] = rules["html_inline"];

// A row of the table of error codes has an id.
rules["tr_open"] = (tokens, index) => {
  const [, code = ""] =
    /^`([^`]+)`$/.exec(tokens[index + 2]?.content ?? "") ?? [];
  return slug(code) === "" ? "<tr>" : `<tr id="${slug(code)}">`;
};

/**
 * Renders Markdown. A heading links to itself. Its id is its slug, with a number when the slug is
 * repeated.
 * @param up the number of levels by which headings rise
 */
export function markdown(text: string, up = 0): Html {
  const tokens = parseMarkdown(text);
  const headings: string[] = [];
  let heads: string[] = [];
  let column = 0;
  tokens.forEach((token, index) => {
    const content = tokens[index + 1]?.content ?? "";
    if (token.type === "thead_open") heads = [];
    if (token.type === "tr_open") column = 0;
    if (token.type === "th_open") heads.push(content);
    // On a phone a row is a card, in which each cell has a label. Messages are in Spanish.
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
  const rendered = renderer.render(tokens, options, {});
  return safe(
    rendered.replaceAll(
      /<(h[2-4]) id="([^"]*)">(.*?)<\/\1>/g,
      '<$1 id="$2"><a href="#$2">$3</a></$1>',
    ),
  );
}

/** Writes a heading that links to itself. */
export const heading = (id: string, text: string): Html =>
  html`<h2 id="${id}"><a href="#${id}">${text}</a></h2>`;

/** Renders the Markdown of one paragraph, without a `<p>`. */
export const inline = (text: string): Html =>
  safe(renderer.render(parseMarkdown(text.trim(), "parseInline"), options, {}));

/** Renders Markdown without headings of its own, such as the description of a field. */
export function blocks(text: string): Html {
  const tokens = parseMarkdown(text.trim());
  for (const token of tokens)
    if (token.type.startsWith("heading_")) token.tag = "h4";
  return safe(renderer.render(tokens, options, {}).trim());
}

/** Converts Markdown to plain text, for titles, descriptions and the search. */
export function plain(text: string): string {
  return text
    .replaceAll(/^```.*$/gm, " ")
    .replaceAll(/^[|\s:-]+$/gm, " ")
    .replaceAll(/[`*]|\[(?=[^\]]*\]\()|\]\([^)]*\)/g, "")
    .replaceAll(/^#+ |[|]/gm, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/**
 * Splits a text after its first sentences, which have at most `maxLength` characters together, or
 * after the first one.
 */
export function opening(
  text: string,
  maxLength = 0,
): [first: string, rest: string] {
  const sentences = text.split(/(?<=[.!?])\s+(?=[A-Z`*[])/);
  let first = sentences.shift() ?? "";
  while (
    sentences[0] !== undefined &&
    first.length + sentences[0].length < maxLength
  )
    first += ` ${sentences.shift() ?? ""}`;
  return [first, sentences.join(" ")];
}
