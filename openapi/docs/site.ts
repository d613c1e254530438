import { readFileSync } from "node:fs";
import { prose } from "../model/prose.ts";
import { followIn, operationsIn, type Contract } from "../model/contract.ts";
import { fillText } from "../model/fill-texts.ts";
import { chapterEntry, chapterPage, documentPage } from "./chapter.ts";
import { downloads } from "./downloads.ts";
import { html, slug } from "../html.ts";
import { inline, markdown, plain } from "./markdown.ts";
import { messengerDemo } from "./messenger-demo.ts";
import { operationPage } from "./operation.ts";
import type { Page, Site } from "./page.ts";
import { sampleCall } from "./samples/call.ts";
import { releasedVersions, versionPage } from "./released-versions.ts";

/** The pages of the operations of a contract, without chapters, which tell of today's. */
export function referenceOf(contract: Contract): Site {
  const { title, version } = contract.info;
  return { title, version, pages: contract.tags.flatMap((tag) => tagPages(tag, contract)) };
}

/** Every page of the docs of a contract, in the order of the menu. */
export function siteOf(contract: Contract): Site {
  const { title, version } = contract.info;
  const [opening = "", ...chapters] = contract.info.description.split(/^## /m);
  const pages = [
    introduction(contract, opening),
    ...chapters.map(chapterPage),
    whatsNew(),
    ...contract.tags.flatMap((tag) => tagPages(tag, contract)),
    messengerDemo,
    decisions(contract),
  ];
  const names = pages.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new Error(`Two pages of the docs would be ${twice}.html: give one another title.`);
  return { title, version, pages };
}

function introduction({ info, tags }: Contract, opening: string): Page {
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
function tagPages({ name: tag, description }: Contract["tags"][number], contract: Contract): Page[] {
  const operations = operationPages(tag, contract);
  const cards = operations.map(
    (page) =>
      html`<li>
        <a href="${page.name}.html">${page.title}</a>
        <span class="method ${page.method}">${page.method}</span> ${firstSentence(page.description)}
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

function operationPages(tag: string, contract: Contract): Page[] {
  const { paths, webhooks, servers } = contract;
  const [{ url, variables = {} } = { url: "" }] = servers;
  const address = url.replaceAll(/\{(\w+)\}/g, (_, name: string) => variables[name]?.default ?? "");
  const follow = followIn(contract);
  const ofTag = (items: Contract["paths"]) =>
    operationsIn(items).filter(({ operation }) => operation.tags[0] === tag);
  return [
    ...ofTag(paths).map((located) =>
      operationPage(located, follow, { call: sampleCall(contract, located), address }),
    ),
    ...ofTag(webhooks).map((located) => operationPage(located, follow)),
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

function decisions(contract: Contract): Page {
  const text = prose("decisions.md").replace(/^# .*\n/, "");
  const filled = fillText(text, contract);
  return documentPage(
    "Decisions",
    filled,
    "For designers: where the specification was silent, what we chose, and why.",
  );
}

const firstSentence = (text: string): string => text.split(/(?<=[.:])\s/)[0] ?? "";
