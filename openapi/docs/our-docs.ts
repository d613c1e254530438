import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeBundles } from "../generate/bundles.ts";
import { contractFile } from "../model/contract-file.ts";
import type { Contract } from "../model/contract.ts";
import type { Node } from "../model/node.ts";
import { readContract } from "../model/read-contract.ts";
import { requireSupported } from "../model/supported.ts";
import { parseYaml } from "../model/yaml.ts";
import { begin, isGenerated } from "../up-to-date.js";
import { changelogFeed } from "./changelog-feed.ts";
import { documentOf } from "./chapters.ts";
import { clientFolder, writeDownloads } from "./downloads.ts";
import { sitemap } from "./machine-readable.ts";
import { demoPage, demoScripts, hasDemo } from "./messenger.ts";
import type { Page } from "./page.ts";
import { redocPage } from "./redoc.ts";
import { releasedPage, releasedVersions } from "./released-pages.ts";
import { buildScripts } from "./scripts.ts";
import { notFound, siteOf } from "./site.ts";
import { writeSite } from "./write-site.ts";

const pathTo = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const folder = pathTo("../../generated/docs");

/**
 * Builds `generated/docs`: the pages, the page by Redoc and the downloads.
 * @param isPageOnly builds only the pages, in less time
 */
export async function buildDocs(isPageOnly: boolean): Promise<void> {
  const markAsBuilt = begin("docs");
  const { contract } = await readContract();
  requireSupported(contract as Contract & Node, contractFile);
  // The client and the types would belong to another contract.
  if (!isPageOnly && !isGenerated())
    throw new Error(
      "generated/ is not of this contract. Mend it with: npm run generate",
    );
  writeBundles(contract);
  const document = documentOf(contract);
  const redoc = isPageOnly ? undefined : await redocWhilePacking(document);
  const site = siteOf(document);
  if (redoc !== undefined) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const scripts: Record<string, string> = {};
  if (hasDemo(document)) Object.assign(scripts, demoScripts);
  await buildScripts(folder, scripts);
  const furtherPages: Page[] = [
    ...releasedVersions.map((version) => releasedPage(version, site)),
    notFound,
  ];
  if (hasDemo(document)) furtherPages.push(demoPage());
  writeSite(folder, site, furtherPages, contract);
  // The server of the docs replaces this address by its own.
  const address = process.env["DOCS_ADDRESS"] ?? "http://docs.invalid/";
  write("sitemap.xml", sitemap(site, address));
  write("changelog.atom", changelogFeed(site, address));
  if (redoc !== undefined) {
    write("redoc.html", redoc);
    writeDownloads(folder, site.version);
    markAsBuilt();
  }
  console.log(
    `wrote generated/docs/index.html and ${site.pages.length - 1} more pages`,
  );
}

const write = (name: string, content: string) =>
  writeFileSync(join(folder, name), content);

/** Builds the page by Redoc in another process, and packs the client at the same time. */
async function redocWhilePacking(document: Contract): Promise<string> {
  // Redoc does not show the defaults of server variables. The server is the one that serves the
  // page.
  const servers = [{ url: "/" }];
  const [page] = await Promise.all([
    redocPage({ ...document, servers }, redocOptions()),
    packClient(),
  ]);
  return page;
}

function redocOptions(): object {
  const file = pathTo("../../redocly.yaml");
  const { openapi } = Object(parseYaml(readFileSync(file, "utf8"), file)) as {
    openapi: object;
  };
  return openapi;
}

/** Packs the client. Loads its compiler only here, as that takes a second. */
async function packClient(): Promise<void> {
  const { packClient: pack } =
    await import("../../client/build/pack-client.ts");
  rmSync(clientFolder, { recursive: true, force: true });
  pack(clientFolder);
}
