import { readFileSync, readdirSync } from "node:fs";
import { Feed } from "feed";
import { basename, dirname, join } from "node:path";
import { operationsOf, type Contract } from "../model/contract.ts";
import { html, safe, slug } from "../html.ts";
import { released } from "../diff/contract/source.ts";
import { chapterPage } from "./chapters.ts";
import { heading, markdown } from "./markdown.ts";
import type { Page, Site } from "./page.ts";
import { pageNames } from "./names.ts";
import { tagPages } from "./operations.ts";
import { readContract } from "../model/read-contract.ts";
import { changelogFile, recordFile } from "../model/releases.ts";

const changelog = () => readFileSync(changelogFile, "utf8");

/**
 * Makes the page of the changelog, with links to operations and to the docs of released versions.
 */
export function whatsNew(contract: Contract): Page {
  const operations = operationsOf(contract).map(
    ({ method, path, operation }): [string, string] => [
      `${method.toUpperCase()} ${path}`,
      pageNames(contract).operations.get(operation.operationId) ?? "",
    ],
  );
  const pageOf = new Map(operations);
  const text = changelog()
    .replace(/^# [^]*?(?=^## )/m, "")
    .replaceAll(/`([A-Z]+ \/[^`]*)`/g, (code, name: string) =>
      pageOf.has(name) ? `[${code}](${pageOf.get(name)}.html)` : code,
    );
  const page = chapterPage({ title: "What's new", text });
  const versions = releasedVersions.map(({ info }) => info.version);
  return {
    ...page,
    description: "What has changed in each version, and what you have to do.",
    main: html`<p>
        What callers of the API have to know.
        <a href="changelog.atom">The Atom feed</a> tells of new versions.
      </p>
      ${page.main}${heading("released", "Released versions")}
      <p>
        The contract of the last release, ${versions[0]}:
        <a href="released.yaml" download>released.yaml</a>.
      </p>
      <p>Its operations on one page, and those of the releases before it:</p>
      <ul>
        ${versions.map((version) => html`<li><a href="version-${version}.html">${version}</a></li>`)}
      </ul>`,
  };
}

/** Writes the changelog as an Atom feed, with an entry for each version with a date. */
export function changelogFeed({ title }: Site, address: string): string {
  const page = `${address}what-s-new.html`;
  const entries = changelog()
    .split(/^## /m)
    .flatMap((entry) => {
      const [, version = "", date, text = ""] =
        /^(\S+)\n+Released on (\d{4}-\d\d-\d\d)\.([^]*)$/.exec(entry) ?? [];
      const link = `${page}#${slug(version)}`;
      if (date === undefined) return [];
      return {
        title: `${title} ${version}`,
        id: link,
        link,
        date: new Date(date),
        content: markdown(text).markup,
      };
    });
  const feed = new Feed({
    title: `${title}: changelog`,
    id: page,
    link: page,
    copyright: "",
    ...(entries[0] && { updated: entries[0].date }),
    feedLinks: { atom: `${address}changelog.atom` },
    author: { name: title },
  });
  for (const entry of entries) feed.addItem(entry);
  return feed.atom1();
}

const releasedFiles = readdirSync(dirname(released)).filter(
  (name) => name.endsWith(".yaml") && name !== basename(recordFile),
);
const releasedContracts = await Promise.all(
  releasedFiles.map((name) => readContract(join(dirname(released), name))),
);

/** The released contracts, the newest first. */
export const releasedVersions: Contract[] = releasedContracts
  .map(({ contract }) => contract)
  .sort((one, other) =>
    other.info.version.localeCompare(one.info.version, "en", {
      numeric: true,
    }),
  );

/** Makes a page of all operations of a released version, with links to their pages of today. */
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
          ${names.has(name) ? html`<a href="${name}.html">The same in the newest version</a>` : `Version ${today.version} does not have it.`}
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
        docs are of version
        <a href="index.html">${today.version}</a>, and
        <a href="what-s-new.html">What's new</a> says what has changed.
      </p>
      <ul>
        ${operations.map((page) => html`<li><a href="#${page.name}">${page.title}</a></li>`)}
      </ul>
      ${articles}`,
  };
}

/**
 * Embeds the markup of a page in another page: removes its ids, which may be repeated, and lowers
 * its headings.
 */
const embedded = (markup: string) =>
  safe(
    markup
      .replaceAll(/ id="[^"]*"|<a href="#[^>]*>(.*?)<\/a\s*>/gs, "$1")
      .replaceAll(
        /<(\/?)h([23])\b/g,
        (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}`,
      ),
  );
