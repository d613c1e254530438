import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeFolder } from "../make-folder.ts";
import { safe, type Html } from "../html.ts";
import type { Contract } from "../model/contract.ts";
import { favicon } from "./icons.ts";
import { llmsIndex, pageMarkdown } from "./machine-readable.ts";
import { pageFile } from "./page-file.ts";
import type { Page, Site } from "./page.ts";
import { postmanCollection } from "./postman/collection.ts";
import { searchIndexFile } from "./search.ts";

/** Sets the colours before the page is shown, so that it does not flash. */
const themeScript =
  'document.documentElement.style.colorScheme = localStorage.getItem("theme") ?? "";\n';

/**
 * Writes the pages of a site into a folder, as HTML and as Markdown, with the files that they use.
 * @param furtherPages pages that are not in the menu
 */
export function writeSite(
  folder: string,
  site: Site,
  furtherPages: Page[],
  contract: Contract,
): void {
  makeFolder(folder);
  const write = (name: string, content: string) =>
    writeFileSync(join(folder, name), content);
  const pages = [...site.pages, ...site.spanish, ...furtherPages];
  const names = new Set(pages.map(({ name }) => name));
  const texts: string[] = [];
  for (const page of pages) {
    const linked = withoutDeadLinks(page, names);
    const text = pageMarkdown(linked);
    write(`${page.name}.html`, pageFile(linked, site));
    write(`${page.name}.md`, text);
    if (site.pages.includes(page)) texts.push(text);
  }
  write("search-entries.js", searchIndexFile(site));
  write("postman.json", postmanCollection(contract));
  write("llms.txt", llmsIndex(site));
  write("llms-full.txt", texts.join("\n\n---\n\n"));
  write("favicon.svg", favicon);
  write("theme.js", themeScript);
  const css = fileURLToPath(new URL("docs.css", import.meta.url));
  copyFileSync(css, join(folder, "docs.css"));
}

/**
 * Replaces links to missing pages by their texts: another contract may lack the chapters of ours.
 */
function withoutDeadLinks(page: Page, names: Set<string>): Page {
  const unlinked = ({ markup }: Html) =>
    safe(
      markup.replaceAll(
        /<a href="([\p{L}\p{N}_-]+)\.html[^>]*>(.*?)<\/a\s*>/gsu,
        (link, to: string, text: string) => (names.has(to) ? link : text),
      ),
    );
  const { head, main, code } = page;
  return {
    ...page,
    main: unlinked(main),
    ...(head && { head: unlinked(head) }),
    code: code && unlinked(code),
  };
}
