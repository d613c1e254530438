import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { readContract } from "../tools/read-contract.ts";
import type { Document } from "./document.ts";
import { released } from "./downloads.ts";

/** The contracts that were released, the last one first. */
export function releasedVersions(): Document[] {
  const folder = dirname(released);
  const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
  const documents = files.map((name) => readContract(join(folder, name)).contract as unknown as Document);
  const order = (one: Document, other: Document) =>
    other.info.version.localeCompare(one.info.version, "en", { numeric: true });
  return documents.sort(order);
}

/** The name of the page with the operations of a released version. */
export const versionPage = (version: string): string => `version-${version}.html`;

/** A page that stands by itself: its links would lead into the docs of today's contract. */
export const withoutLinks = (page: string): string =>
  page.replaceAll(/<a href="[^"]*\.html[^>]*>([^]*?)<\/a>/g, "$1");
