import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Contract } from "../model/contract.ts";
import { readContract } from "../model/read-contract.ts";
import { released } from "./downloads.ts";

/** The contracts that were released, the last one first. */
export function releasedVersions(): Contract[] {
  const folder = dirname(released);
  const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
  const contracts = files.map((name) => readContract(join(folder, name)).contract);
  const order = (one: Contract, other: Contract) =>
    other.info.version.localeCompare(one.info.version, "en", { numeric: true });
  return contracts.sort(order);
}

/** The name of the page with the operations of a released version. */
export const versionPage = (version: string): string => `version-${version}.html`;

/** A page that stands by itself: its links would lead into the docs of today's contract. */
export const withoutLinks = (page: string): string =>
  page.replaceAll(/<a href="[^"]*\.html[^>]*>([^]*?)<\/a>/g, "$1");
