import MarkdownIt from "markdown-it";
import { safe, slug, type Html } from "../html.ts";

// Without markup of its own: a contract that holds `<script>` shows it as text.
const parser = new MarkdownIt({ html: false });
// What may be wider than a phone scrolls by itself, with the keyboard too.
parser.renderer.rules["table_open"] = () =>
  '<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>';
parser.renderer.rules["table_close"] = () => "</table></div>";
parser.renderer.rules["fence"] = (tokens, index) =>
  `<pre tabindex="0"><code>${parser.utils.escapeHtml(tokens[index]?.content ?? "")}</code></pre>`;

// A row that begins with a code, such as one of the error codes, has an address.
parser.renderer.rules["tr_open"] = (tokens, index) => {
  const [, code] = /^`([^`]+)`$/.exec(tokens[index + 2]?.content ?? "") ?? [];
  return code === undefined ? "<tr>" : `<tr id="${slug(code)}">`;
};

/** Markdown as markup. A heading has its slug as id and stands `up` levels higher than it is written. */
export function markdown(text: string, up = 0): Html {
  const tokens = parser.parse(text, {});
  tokens.forEach((token, index) => {
    if (!token.type.startsWith("heading_")) return;
    token.tag = `h${Number(token.tag.slice(1)) - up}`;
    if (token.type === "heading_open") token.attrSet("id", slug(tokens[index + 1]?.content ?? ""));
  });
  return safe(parser.renderer.render(tokens, parser.options, {}));
}

/** Markdown of one paragraph, without its `<p>`. */
export const inline = (text: string): Html => safe(parser.renderInline(text.trim()));

/** What Markdown says, without its signs: for titles, descriptions and the search. */
export function plain(text: string): string {
  return text
    .replaceAll(/^[|\s:-]+$/gm, " ")
    .replaceAll(/[`*|#]|\[(?=[^\]]*\]\()|\]\([^)]*\)/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
