import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publishedContract } from "../generate/bundles.ts";
import { makeFor } from "../generate/out.ts";
import type { Contract } from "../model/contract.ts";
import { readContract } from "../model/read-contract.ts";
import { writeChecksums } from "./downloads.ts";
import { llmsIndex, pageMarkdown } from "./machine-readable.ts";
import { tagPages } from "./operations.ts";
import {
  favicon,
  type Page,
  pageFile,
  type Site,
  withLinksTo,
} from "./page.ts";
import { postmanCollection } from "./postman.ts";
import { searchIndexFile } from "./search.ts";
import { startPage } from "./start.ts";

/** Further downloads of another contract: the name of the file → its description. */
const downloads = {
  "openapi.yaml": "the contract",
  "openapi.json": "the same as JSON",
  "openapi-3.0.json": "for tools that read OpenAPI 3.0 only",
  "openapi-codegen.json": "for generators of clients, OpenAPI 3.0",
  "types.ts": "the types of the contract",
};

/** The pages of a contract that has no chapters, no client and no releases here: a start page, the tags and the operations. */
export function siteFor(contract: Contract): Site {
  const { title, version, description } = contract.info;
  const pages = contract.tags.flatMap((tag) => tagPages(tag, contract));
  const start = startPage(contract, description, pages, { downloads });
  return {
    title,
    version,
    pages: [start, ...pages],
    spanish: [],
    isAlone: true,
  };
}

/** The parts of the docs that other programs build. */
interface Builders {
  /** Writes the scripts of the reader's browser into a folder. */
  scripts: (folder: string) => Promise<unknown>;
  /** Returns the page that shows everything, in one file. */
  redoc: (document: Contract) => Promise<string>;
}

/**
 * Writes the docs of any contract into a folder: a page for each operation, one by Redoc with all of them, and what it offers
 * for download.
 * @throws Error in one line for a contract that cannot be read whole; nothing is written then
 */
export async function writeDocsFor(
  file: string,
  out: string,
  { scripts, redoc }: Builders,
): Promise<number> {
  const { files } = await makeFor(file);
  const { contract } = await readContract(file);
  const site = siteFor(contract);
  const wholePage = await redoc(publishedContract(contract));
  const names = new Set(site.pages.map(({ name }) => name));
  const pages = site.pages.map((page): Page => withLinksTo(names, page));
  const markdown = pages.map(pageMarkdown);
  mkdirSync(out, { recursive: true });
  const write = (name: string, content: string) =>
    writeFileSync(join(out, name), content);
  pages.forEach((page, i) => {
    write(`${page.name}.html`, pageFile(page, site));
    write(`${page.name}.md`, markdown[i] ?? "");
  });
  for (const name of Object.keys(downloads)) write(name, files.get(name) ?? "");
  write("search-entries.js", searchIndexFile(site));
  write("redoc.html", wholePage);
  write("postman.json", postmanCollection(contract));
  write("llms.txt", llmsIndex(site));
  write("llms-full.txt", markdown.join("\n\n---\n\n"));
  write("favicon.svg", favicon);
  write("theme.js", themeScript);
  copyFileSync(
    fileURLToPath(new URL("docs.css", import.meta.url)),
    join(out, "docs.css"),
  );
  await scripts(out);
  writeChecksums(out, Object.keys(downloads));
  return pages.length;
}

/** Runs before the page is shown, so that no other colours flash up. */
export const themeScript =
  'document.documentElement.style.colorScheme = localStorage.getItem("theme") ?? "";\n';
