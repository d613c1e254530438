import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { released } from "../diff/contract/source.ts";
import { html, safe } from "../html.ts";
import type { Contract } from "../model/contract.ts";
import { readContract } from "../model/read-contract.ts";
import { recordFile } from "../model/releases.ts";
import { tagPages } from "./operations.ts";
import type { Page, Site } from "./page.ts";

const folder = dirname(released);
const releasedFiles = (existsSync(folder) ? readdirSync(folder) : []).filter(
  (name) => name.endsWith(".yaml") && name !== basename(recordFile),
);
const releasedContracts = await Promise.all(
  releasedFiles.map((name) => readContract(join(folder, name))),
);

/** The released contracts, the newest first. */
export const releasedVersions: Contract[] = releasedContracts
  .map(({ contract }) => contract)
  .sort((one, other) =>
    other.info.version.localeCompare(one.info.version, "en", {
      numeric: true,
    }),
  );

/** Makes a page of all operations of a released version, with links to their current pages. */
export function releasedPage(contract: Contract, today: Site): Page {
  const { title, version } = contract.info;
  const names = new Set(today.pages.map(({ name }) => name));
  const operations = contract.tags
    .flatMap((tag) => tagPages(tag, contract))
    .filter(({ kind }) => kind === "operation");
  const articles = operations.map(
    ({ name, title: summary, head, main }) =>
      html`<section id="${name}">
        <h2><a href="#${name}">${summary}</a></h2>
        <p>
          ${names.has(name) ? html`<a href="${name}.html">This operation in the newest version</a>` : `Version ${today.version} does not have this operation.`}
        </p>
        ${embedded(html`${head}${main}`.markup)}
      </section>`,
  );
  return {
    name: `version-${version}`,
    title: `Version ${version}`,
    description: `The operations of version ${version} of ${title}, as it was released.`,
    kind: "chapter",
    main: html`<p class="notice">
        These are the operations of version ${version}, as it was released. The
        other pages describe version
        <a href="index.html">${today.version}</a>;
        <a href="what-s-new.html">What's new</a> lists the changes.
      </p>
      <ul>
        ${operations.map((page) => html`<li><a href="#${page.name}">${page.title}</a></li>`)}
      </ul>
      ${articles}`,
  };
}

/**
 * Prepares the markup of a page for another page: removes ids, which must be unique, replaces links
 * to them by their text, and lowers headings.
 */
const embedded = (markup: string) =>
  safe(
    markup
      .replaceAll(/ id="[^"]*"/g, "")
      .replaceAll(/<a href="#[^>]*>(.*?)<\/a\s*>/gs, "$1")
      .replaceAll(
        /<(\/?)h([23])\b/g,
        (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}`,
      ),
  );
