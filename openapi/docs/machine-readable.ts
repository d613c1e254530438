import { NodeHtmlMarkdown } from "node-html-markdown";
import { apiNames } from "../generate/client-names.ts";
import { html } from "../html.ts";
import type { Page, Site } from "./page.ts";

const converter = new NodeHtmlMarkdown(
  {
    ignore: ["form", "svg"],
    bulletMarker: "-",
    emDelimiter: "*",
    maxConsecutiveNewlines: 2,
  },
  {
    dt: { surroundingNewlines: false, prefix: "\n**", postfix: "**: " },
    dd: { surroundingNewlines: false, postfix: "\n" },
    summary: { surroundingNewlines: 2 },
    section: {},
  },
);

/** Converts a page to Markdown. */
export function pageMarkdown({ title, head, main, code }: Page): string {
  const { markup } = html`<h1>${title}</h1>
    ${head}${main}${
      code &&
      html`<h2>Request and response</h2>
        ${code}`
    }`;
  // Markdown has no anchors for links inside the page, no script that fills in the server's address,
  // and room for whole words.
  const flat = markup
    .replaceAll(/<a href="#[^>]*>(.*?)<\/a\s*>/gs, "$1")
    .replaceAll(/<abbr title="([^"]*)"[^>]*>[^<]*<\/abbr>/g, "$1")
    .replaceAll(/<span data-address="([^"]*)"\s*>[^<]*/g, "<span>$1")
    // The converter drops a line break after a code span without a space for it.
    .replaceAll(/<pre\b.*?<\/pre\s*>|\s*\n\s*/gs, (found) =>
      found.startsWith("<pre") ? found : " ",
    );
  // In parts: the time of the converter grows with the square of the length.
  const text = flat
    .split(/(?=<section )/)
    .flatMap(shortParts)
    .map((part) =>
      part.length > maxPart ? plainText(part) : converter.translate(part),
    )
    .map((part) => part.trim())
    .join("\n\n");
  return `${text.replaceAll(/(\]\([\p{L}\p{N}_.-]+)\.html\b/gu, "$1.md").trim()}\n`;
}

/** The length up to which the converter takes no longer than a second. */
const maxPart = 100_000;

/** Divides a part that is too long for the converter at its paragraphs. */
const shortParts = (part: string): string[] =>
  part.length > maxPart ? part.split(/(?=<(?:p|h\d|ul|ol|pre)[ >])/) : [part];

/** Returns the text of a paragraph that is too long for the converter. */
const plainText = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/** Writes the index for language models, one line per page, in the form of llmstxt.org. */
export function llmsIndex({ title, version, pages }: Site): string {
  const groups = [...new Set(pages.map(({ group = "Other" }) => group))];
  const lines = groups.map((name) => {
    const pagesOfGroup = pages.filter(({ group = "Other" }) => group === name);
    const links = pagesOfGroup.map(
      (page) =>
        `- [${page.title}](${page.name}.md): ${page.description.split(/(?<=\.)\s/)[0] ?? ""}`,
    );
    return `## ${name}\n\n${links.join("\n")}\n`;
  });
  const [start] = pages;
  return `# ${title} ${version}

> ${start?.description ?? ""}

Each page is Markdown at its address with \`.md\`. \`$${apiNames(title).address}\` is the address of the server. [Everything in one file](llms-full.txt); the contract: [openapi.yaml](openapi.yaml).

${lines.join("\n")}`;
}

/** Writes the sitemap for search engines, which need absolute addresses. */
export function sitemap({ pages, spanish }: Site, address: string): string {
  return html`<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
      >${[...pages, ...spanish].map(({ name }) => html` <url><loc>${address}${name}.html</loc></url>`)}
    </urlset> `.markup;
}
