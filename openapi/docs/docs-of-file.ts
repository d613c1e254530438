import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { publishedContract } from "../generate/bundles.ts";
import { makeFor } from "../generate/out.ts";
import type { Contract } from "../model/contract.ts";
import { explained } from "../lint/explained.ts";
import { withoutIgnoredHeaders } from "../model/ignored-headers.ts";
import { inWordsOf31 } from "../model/version-30.ts";
import { readContract } from "../model/read-contract.ts";
import { aboutApi } from "./about.ts";
import { writeChecksums } from "./downloads.ts";
import { tagPages } from "./operations.ts";
import type { Site } from "./page.ts";
import { startPage } from "./start.ts";
import { writeSite } from "./write-site.ts";

/** File for download → description. */
const downloads = {
  "openapi.yaml": "the contract",
  "openapi.json": "the same as JSON",
  "openapi-3.0.json": "for tools that read OpenAPI 3.0 only",
  "openapi-codegen.json": "for generators of clients, OpenAPI 3.0",
  "types.ts": "the types of the contract",
};

/** Returns the pages of a contract of somebody else: a start page, the tags and the operations. */
export function siteFor(written: Contract): Site {
  const contract = withoutIgnoredHeaders(written);
  const { title, version, summary } = contract.info;
  const pages = contract.tags.flatMap((tag) => tagPages(tag, contract));
  const about = aboutApi(contract);
  const start = startPage(contract, summary, pages, { downloads, about });
  return {
    title,
    version,
    pages: [start, ...pages],
    spanish: [],
    isAlone: true,
  };
}

/** Builders of parts of the docs that other programs write. */
interface Builders {
  /** Writes the scripts for the browser into a folder. */
  scripts: (folder: string) => Promise<unknown>;
  /** Returns the page by Redoc, which is one file. */
  redoc: (document: Contract) => Promise<string>;
}

/**
 * Writes the docs of any contract into a folder: a page for each operation, the page by Redoc, and
 * the downloads.
 * @returns the number of pages, and notes about what the downloads and samples lack
 * @throws Error in one line for a contract that cannot be read completely; nothing is written then
 */
export async function writeDocsFor(
  file: string,
  out: string,
  { scripts, redoc }: Builders,
): Promise<{ pages: number; notes: string[] }> {
  const { files, notes } = await makeFor(file);
  const { contract } = await readContract(file);
  const site = await explained(file, async () =>
    siteFor(inWordsOf31(contract)),
  );
  const redocPage = await redoc(publishedContract(contract));
  writeSite(out, site, [], contract);
  const names = Object.keys(downloads);
  for (const name of names)
    writeFileSync(join(out, name), files.get(name) ?? "");
  writeFileSync(join(out, "redoc.html"), redocPage);
  await scripts(out);
  writeChecksums(out, names);
  return {
    pages: site.pages.length,
    notes: notes.filter((note) => !note.startsWith("notes.txt")),
  };
}
