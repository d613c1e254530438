import MarkdownIt from "markdown-it";

/** The elements of HTML that a description may have. Their attributes are left out, but `href`. */
const known = new Set(
  (
    "a aside b blockquote br code dd div dl dt em hr i kbd li ol p pre small span strong sub sup table tbody td th " +
    "thead tr u ul var"
  ).split(" "),
);
const withoutEnd = new Set(["br", "hr"]);

const tag = /<!--[^]*?-->|<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)\/?>/gi;

const withoutHtml = new MarkdownIt({ html: false });
const withHtml = new MarkdownIt({ html: true });

type Tokens = ReturnType<typeof withHtml.parse>;

/**
 * Parses Markdown of a contract, whose HTML becomes a few safe elements. In a text with any other
 * element, or with one that is not closed, all HTML is shown as text.
 * @param method `parseInline` for the text of one paragraph
 */
export function parseMarkdown(
  text: string,
  method: "parse" | "parseInline" = "parse",
): Tokens {
  const tokens = withHtml[method](text, {});
  const parts = [tokens, ...tokens.map(({ children }) => children ?? [])];
  const isSafe = parts.every((part) => isKnownHtml(htmlIn(part)));
  return isSafe ? tokens : withoutHtml[method](text, {});
}

/** Returns the HTML among tokens, without those inside of them. */
const htmlIn = (tokens: Tokens): string =>
  tokens
    .filter(({ type }) => type === "html_block" || type === "html_inline")
    .map(({ content }) => content)
    .join("");

/** Returns true for HTML of known elements that are all closed. */
function isKnownHtml(markup: string): boolean {
  if (markup.replaceAll(tag, "").includes("<")) return false;
  const open: string[] = [];
  for (const [, slash, element] of markup.matchAll(tag)) {
    const name = element?.toLowerCase();
    if (name === undefined || withoutEnd.has(name)) continue;
    if (!known.has(name)) return false;
    if (slash === "") open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}

/** Writes HTML without comments and attributes. A link keeps its address. */
export const safeHtml = (markup: string): string =>
  markup.replaceAll(tag, (_, slash = "", element?: string, attributes = "") => {
    if (element === undefined) return "";
    const name = element.toLowerCase();
    const href = name === "a" && slash === "" ? addressIn(attributes) : "";
    return `<${slash}${name}${href}>`;
  });

function addressIn(attributes: string): string {
  const [, quoted, single] =
    /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? [];
  const address = quoted ?? single ?? "";
  const isSafe = /^https?:\/\//i.test(address);
  return isSafe ? ` href="${address.replaceAll('"', "%22")}"` : "";
}
