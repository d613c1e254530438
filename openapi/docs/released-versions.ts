import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Contract } from "../model/contract.ts";
import { readContract } from "../model/read-contract.ts";
import { html, safe } from "../html.ts";
import { released } from "./downloads.ts";
import type { Page, Site } from "./page.ts";

/** The contracts that were released, the last one first. */
export function releasedVersions(): Contract[] {
  return (made ??= read());
}

let made: Contract[] | undefined;
function read(): Contract[] {
  const folder = dirname(released);
  const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
  const contracts = files.map((name) => readContract(join(folder, name)).contract);
  const order = (one: Contract, other: Contract) =>
    other.info.version.localeCompare(one.info.version, "en", { numeric: true });
  return contracts.sort(order);
}

/** The name of the page with the operations of a released version. */
export const versionPage = (version: string): string => `version-${version}`;

/** The operations of a released version on one page, each with a way to its page of today. */
export function releasedPage(old: Site, today: Site): Page {
  const names = new Set(today.pages.map(({ name }) => name));
  const operations = old.pages.filter(({ kind }) => kind === "operation");
  const articles = operations.map((page) => {
    const here = names.has(page.name);
    return html`<section id="${page.name}">
      <h2><a href="#${page.name}">${page.title}</a></h2>
      <p>
        ${here ? html`<a href="${page.name}.html">The same in version ${today.version}</a>` : `Version ${today.version} does not have it.`}
      </p>
      ${own(html`${page.head}${page.main}`.markup, page.name, names)}
    </section>`;
  });
  return {
    name: versionPage(old.version),
    title: `Version ${old.version}`,
    description: `The operations of version ${old.version} of ${old.title}, which is no longer the newest.`,
    kind: "chapter",
    main: html`<p class="notice">
        These are the operations of version ${old.version}, as it was released. The docs are of version
        <a href="index.html">${today.version}</a>, and <a href="what-s-new.html">What's new</a> says what has
        changed.
      </p>
      <ul class="columns">
        ${operations.map(({ name, title }) => html`<li><a href="#${name}">${title}</a></li>`)}
      </ul>
      ${articles}`,
    entries: [],
  };
}

/** What stands on a page of its own elsewhere: its ids begin with its name, and its headings are one level lower. */
const own = (markup: string, name: string, today: Set<string>) =>
  safe(
    markup
      .replaceAll(/ (id="|href="#)/g, ` $1${name}-`)
      .replaceAll(/<(\/?)h([23])\b/g, (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}`)
      .replaceAll(/<a href="([\w-]+)\.html[^>]*>(.*?)<\/a>/gs, (link, to: string, text: string) =>
        today.has(to) ? link : text,
      ),
  );
