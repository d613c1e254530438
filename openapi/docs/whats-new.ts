import { readFileSync } from "node:fs";
import { operationsOf, type Contract } from "../model/contract.ts";
import { html } from "../html.ts";
import { documentPage } from "./chapter.ts";
import { downloads } from "./downloads.ts";
import { heading } from "./markdown.ts";
import type { Page } from "./page.ts";
import { releasedVersions, versionPage } from "./released-versions.ts";

/** The changelog, whose operations lead to their pages, and the docs of released versions. */
export function whatsNew(contract: Contract): Page {
  const operations = operationsOf(contract).map(({ method, path, operation }): [string, string] => [
    `${method.toUpperCase()} ${path}`,
    operation.operationId,
  ]);
  const pageOf = new Map(operations);
  const text = readFileSync(downloads["CHANGELOG.md"].file, "utf8")
    .replace(/^# [^]*?(?=^## )/m, "")
    .replaceAll(/`([A-Z]+ \/[^`]*)`/g, (code, name: string) =>
      pageOf.has(name) ? `[${code}](${pageOf.get(name)}.html)` : code,
    );
  const page = documentPage("What's new", text, "What has changed in each version, and what you have to do.");
  const versions = releasedVersions().map(({ info }) => info.version);
  const [entry, ...sections] = page.entries;
  return {
    ...page,
    main: html`<p>
        What callers of the API have to know. <a href="changelog.atom">The Atom feed</a> tells of new
        versions.
      </p>
      ${page.main}${heading("released", "Released versions")}
      <p>
        The contract of the last release, ${versions[0]}: <a href="released.yaml" download>released.yaml</a>.
      </p>
      <p>Its operations on one page, and those of the releases before it:</p>
      <ul>
        ${versions.map((version) => html`<li><a href="${versionPage(version)}.html">${version}</a></li>`)}
      </ul>`,
    entries: entry ? [{ ...entry, also: "changelog release notes versions" }, ...sections] : [],
  };
}
