import { build } from "esbuild";
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
import { searchIndexFile } from "./search.ts";
import { notFound, siteOf } from "./site.ts";
import type { Contract } from "../model/contract.ts";
import type { Node } from "../model/node.ts";
import { requireSupported } from "../model/supported.ts";
import { messageOf, readCommand, runProgram } from "../options.ts";
import { begin, isGenerated } from "../up-to-date.js";
import { themeScript, writeDocsFor } from "./out.ts";

const folder = fileURLToPath(new URL("../../generated/docs", import.meta.url));
const pathTo = (name: string) => fileURLToPath(new URL(name, import.meta.url));
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

const help = `npm run docs [-- --page-only]
npm run docs -- FILE --out DIR

Builds generated/docs: the pages, Redoc's page and the downloads; or into the folder DIR the pages of the contract FILE.

  --page-only    builds the pages alone

Ends with 0, or with 1 when the contract is refused; nothing is written then.
`;

/** Builds `generated/docs`: the pages and, unless only those are asked for, Redoc's page and the downloads. */
async function main(): Promise<void> {
  const { values, file } = readCommand(help, {
    "page-only": { type: "boolean", default: false },
    out: { type: "string" },
  });
  if (file !== undefined || values.out !== undefined)
    return docsInto(file, values.out);
  const note = begin("docs");
  const { contract } = await readContract();
  requireSupported(contract as Contract & Node);
  // The client and the types would be those of another contract.
  if (!values["page-only"] && !isGenerated())
    throw new Error(
      "generated/ is not of this contract. Mend it with: npm run generate",
    );
  writeBundles(contract);
  // Redoc's page is made by another process, while this one packs the client.
  const document = documentOf(contract);
  const [redoc] = values["page-only"]
    ? []
    : await Promise.all([
        // Redoc shows no default of a server's variable: the server is that of the page.
        redocPage({ ...document, servers: [{ url: "/" }] }),
        pack(),
      ]);
  const site = siteOf(document);
  if (redoc !== undefined) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: string) =>
    writeFileSync(join(folder, name), content);
  const hasDemo = document.info.description.includes("(messenger-demo.html)");
  await scripts(folder, hasDemo);
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

/** What the reader's browser runs: search, samples and requests. */
const scripts = (outdir: string, hasDemo = false) =>
  build({
    entryPoints: {
      docs: pathTo("reader/main.ts"),
      ...(hasDemo && { "messenger-demo": `${demo}.ts` }),
    },
    outdir,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    logLevel: "error",
  });

/** @throws Error in one line */
async function docsInto(
  file: string | undefined,
  out: string | undefined,
): Promise<void> {
  if (file === undefined || out === undefined)
    throw new Error("Give a contract and a folder: FILE --out DIR.");
  const count = await writeDocsFor(file, out, {
    scripts,
    redoc: redocPage,
  });
  console.log(`wrote ${join(out, "index.html")} and ${count - 1} more pages`);
}

await runProgram(() =>
  main().catch((error: unknown) => {
    throw new Error(`The docs could not be built: ${messageOf(error)}`, {
      cause: error,
    });
  }),
);
