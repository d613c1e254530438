import { readFileSync } from "node:fs";
import { operationsOf, type Contract } from "../model/contract.ts";
import { html } from "../html.ts";
import { chapterPage } from "./chapters.ts";
import { heading } from "./markdown.ts";
import type { Page } from "./page.ts";
import { pageNames } from "./names.ts";
import { changelogFile } from "../model/releases.ts";
import { releasedVersions } from "./released-pages.ts";

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
  const text = readFileSync(changelogFile, "utf8")
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
        Changes that concern callers of the API.
        <a href="changelog.atom">The Atom feed</a> has an entry for each new
        version.
      </p>
      ${page.main}${versions.length > 0 ? releasedList(versions) : ""}`,
  };
}

/** Lists the versions, the newest first, with the contract of the newest. */
const releasedList = (versions: string[]) =>
  html`${heading("released", "Released versions")}
    <p>
      The contract of the last release, ${versions[0]}:
      <a href="released.yaml" download>released.yaml</a>.
    </p>
    <p>Its operations on one page, and those of the releases before it:</p>
    <ul>
      ${versions.map((version) => html`<li><a href="version-${version}.html">${version}</a></li>`)}
    </ul>`;
