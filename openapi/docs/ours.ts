import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { safe } from "../html.ts";
import { writeBundles } from "../generate/bundles.ts";
import { readContract } from "../model/read-contract.ts";
import { documentOf } from "./chapters.ts";
import { clientFolder, writeDownloads } from "./downloads.ts";
import { changelogFeed, releasedPage, releasedVersions } from "./whats-new.ts";
import { llmsIndex, pageMarkdown, sitemap } from "./machine-readable.ts";
import { favicon, type Page, pageFile, withLinksTo } from "./page.ts";
import { postmanCollection } from "./postman.ts";
import { redocPage } from "./redoc.ts";
import { buildScripts } from "./scripts.ts";
import { searchIndexFile } from "./search.ts";
import { notFound, siteOf } from "./site.ts";
import type { Contract } from "../model/contract.ts";
import type { Node } from "../model/node.ts";
import { parseYaml } from "../model/yaml.ts";
import { requireSupported } from "../model/supported.ts";
import { begin, isGenerated } from "../up-to-date.js";
import { themeScript } from "./out.ts";

const folder = fileURLToPath(new URL("../../generated/docs", import.meta.url));
const pathTo = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** The options of Redoc's page. */
function look(): object {
  const file = pathTo("../../redocly.yaml");
  const { openapi } = Object(parseYaml(readFileSync(file, "utf8"), file)) as {
    openapi: object;
  };
  return openapi;
}
/** The script and the text of a page that uses the client, where the contract's text leads to it. */
const demo = pathTo("../../client/demo/messenger-demo");
const demoPage = (): Page => ({
  name: "messenger-demo",
  title: "Messenger demo",
  description:
    "Write to the team as a visitor of a website, and see it respond.",
  kind: "chapter",
  main: safe(readFileSync(`${demo}.html`, "utf8")),
});

/** Builds `generated/docs`: the pages and, unless only those are asked for, Redoc's page and the downloads. */
export async function buildOurDocs(isPageOnly: boolean): Promise<void> {
  const note = begin("docs");
  const { contract } = await readContract();
  requireSupported(contract as Contract & Node);
  // The client and the types would be those of another contract.
  if (!isPageOnly && !isGenerated())
    throw new Error(
      "generated/ is not of this contract. Mend it with: npm run generate",
    );
  writeBundles(contract);
  // Redoc's page is made by another process, while this one packs the client.
  const document = documentOf(contract);
  const [redoc] = isPageOnly
    ? []
    : await Promise.all([
        // Redoc shows no default of a server's variable: the server is that of the page.
        redocPage({ ...document, servers: [{ url: "/" }] }, look()),
        pack(),
      ]);
  const site = siteOf(document);
  if (redoc !== undefined) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: string) =>
    writeFileSync(join(folder, name), content);
  const hasDemo = document.info.description.includes("(messenger-demo.html)");
  await buildScripts(folder, hasDemo ? { "messenger-demo": `${demo}.ts` } : {});
  const released = releasedVersions.map((version) =>
    releasedPage(version, site),
  );
  const markdown: string[] = [];
  const all = [
    ...site.pages,
    ...site.spanish,
    ...released,
    notFound,
    ...(hasDemo ? [demoPage()] : []),
  ];
  const names = new Set(all.map(({ name }) => name));
  for (const each of all) {
    const page = withLinksTo(names, each);
    const text = pageMarkdown(page);
    write(`${page.name}.html`, pageFile(page, site));
    write(`${page.name}.md`, text);
    if (site.pages.includes(each)) markdown.push(text);
  }
  // The server that serves the docs puts its own in the place of this one.
  const address = process.env["DOCS_ADDRESS"] ?? "http://docs.invalid/";
  write("search-entries.js", searchIndexFile(site));
  write("sitemap.xml", sitemap(site, address));
  write("postman.json", postmanCollection(contract));
  write("changelog.atom", changelogFeed(site, address));
  write("llms.txt", llmsIndex(site));
  write("llms-full.txt", markdown.join("\n\n---\n\n"));
  write("favicon.svg", favicon);
  write("theme.js", themeScript);
  copyFileSync(pathTo("docs.css"), join(folder, "docs.css"));
  if (redoc !== undefined) {
    write("redoc.html", redoc);
    writeDownloads(folder, site.version);
    note();
  }
  console.log(
    `wrote generated/docs/index.html and ${site.pages.length - 1} more pages`,
  );
}

/** The compiler that this loads takes a second, which pages alone do not need. */
async function pack(): Promise<void> {
  const { packClient } = await import("../../client/build/pack-client.ts");
  rmSync(clientFolder, { recursive: true, force: true });
  packClient(clientFolder);
}
