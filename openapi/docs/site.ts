import { readFileSync } from "node:fs";
import { prose } from "../prose.ts";
import { fillText, type Facts } from "../tools/fill-texts.ts";
import { chapterEntry, chapterPage, documentPage } from "./chapter.ts";
import { callOf, followIn, type Document } from "./document.ts";
import { downloads } from "./downloads.ts";
import { html, slug } from "../html.ts";
import { inline, markdown, plain } from "./markdown.ts";
import { messengerDemo } from "./messenger-demo.ts";
import { operationPage } from "./operation.ts";
import type { Page, Site } from "./page.ts";
import { releasedVersions, versionPage } from "./released-versions.ts";

/** The pages of the operations of a contract, without chapters, which tell of today's. */
export function referenceOf(document: Document): Site {
  const { title, version } = document.info;
  return { title, version, pages: document.tags.flatMap((tag) => tagPages(tag, document)) };
}

/** Every page of the docs of a contract, in the order of the menu. */
export function siteOf(document: Document): Site {
  const { title, version } = document.info;
  const [opening = "", ...chapters] = document.info.description.split(/^## /m);
  const pages = [
    introduction(document, opening),
    ...chapters.map(chapterPage),
    whatsNew(),
    ...document.tags.flatMap((tag) => tagPages(tag, document)),
    messengerDemo,
    decisions(document),
  ];
  const names = pages.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new Error(`Two pages of the docs would be ${twice}.html: give one another title.`);
  return { title, version, pages };
}

function introduction({ info, tags }: Document, opening: string): Page {
  const cards = tags.map(
    ({ name, description }) =>
      html`<li><a href="${slug(name)}.html">${name}</a> ${inline(firstSentence(description))}</li>`,
  );
  const files = Object.entries(downloads).map(
    ([name, { is }]) => html`<li><a href="${name}" download>${name}</a>: ${is}</li>`,
  );
  return {
    name: "index",
    title: info.title,
    label: "Introduction",
    description: info.summary,
    group: "Guide",
    main: html`${markdown(opening)}
      <h2 id="operations">What you can do</h2>
      <ul class="cards">
        ${cards}
      </ul>
      <h2 id="downloads">Downloads</h2>
      <ul>
        ${files}
        <li><a href="SHA256SUMS" download>SHA256SUMS</a>: the checksums of these files</li>
      </ul>
      <p>
        <a href="redoc.html">The reference by Redoc</a> shows the same contract on one interactive page.
      </p>`,
    redoc: "",
    entries: [chapterEntry("index.html", info.title, opening)],
  };
}

/** The page of a tag and those of its operations. */
function tagPages({ name: tag, description }: Document["tags"][number], document: Document): Page[] {
  const operations = operationPages(tag, document);
  const cards = operations.map(
    ({ name, title, method, description }) =>
      html`<li>
        <a href="${name}.html">${title}</a>
        <span class="method ${method}">${method}</span> ${firstSentence(description)}
      </li>`,
  );
  const name = slug(tag);
  const overview: Page = {
    name,
    title: tag,
    label: "Overview",
    description: plain(description),
    group: tag,
    main: html`${markdown(description)}
      <ul class="cards">
        ${cards}
      </ul>`,
    redoc: `#/${name}`,
    entries: [chapterEntry(`${name}.html`, tag, description)],
  };
  return [overview, ...operations];
}

function operationPages(tag: string, document: Document): Page[] {
  const { paths, webhooks = {}, servers } = document;
  const [{ url, variables = {} } = { url: "" }] = servers;
  const address = url.replaceAll(/\{(\w+)\}/g, (_, name: string) => variables[name]?.default ?? "");
  const follow = followIn(document);
  const located = (items: Document["paths"]) =>
    Object.entries(items).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, operation]) => operation.tags?.[0] === tag)
        .map(([method, operation]) => ({ path, method, operation })),
    );
  return [
    ...located(paths).map(({ operation, ...place }) => {
      const sample = { call: callOf(document, { operation, ...place }), address };
      return operationPage(operation, { ...place, sample }, follow);
    }),
    ...located(webhooks).map(({ operation, ...place }) => operationPage(operation, place, follow)),
  ];
}

function whatsNew(): Page {
  const text = readFileSync(downloads["CHANGELOG.md"].file, "utf8").replace(/^# [^]*?(?=^## )/m, "");
  const page = documentPage("What's new", text, "What has changed in each version, and what you have to do.");
  const versions = releasedVersions().map(({ info }) => info.version);
  const entry = chapterEntry(`${page.name}.html`, page.title, text);
  return {
    ...page,
    group: "Guide",
    main: html`${page.main}
      <h2 id="released">Released versions</h2>
      <p>
        The contract of the last release, ${versions[0]}: <a href="released.yaml" download>released.yaml</a>.
      </p>
      <p>Its operations on one page, and those of the releases before it:</p>
      <ul>
        ${versions.map((version) => html`<li><a href="${versionPage(version)}">${version}</a></li>`)}
      </ul>`,
    entries: [{ ...entry, also: "changelog release notes versions" }],
  };
}

function decisions(document: Document): Page {
  const text = prose("decisions.md").replace(/^# .*\n/, "");
  const filled = fillText(text, document as unknown as Facts);
  return documentPage(
    "Decisions",
    filled,
    "For designers: where the specification was silent, what we chose, and why.",
  );
}

const firstSentence = (text: string): string => text.split(/(?<=[.:])\s/)[0] ?? "";
