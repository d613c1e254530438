import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { clientFile, packClient } from "./client.ts";

const folder = fileURLToPath(new URL("../../generated/", import.meta.url));
const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));

/** What to put for what Redoc would fetch, send or say: a word that needs no network, nothing, the truth. */
const swaps = {
  "https://cdn.redoc.ly/redoc/logo-mini-full.svg": logo("Redocly", 49),
  "https://cdn.redoc.ly/redoc/logo-mini.svg": logo("R", 10),
  "https://cdn.redocly.com/icons/fa/7.0.0": "data:,",
  "https://cdn.redocly.com/icons/code/5.24.0": "data:,",
  "https://otel.cloud.redocly.com/v1/traces": "data:,",
  // What is no absolute address gets the page's in front. One that begins with a variable is not relative to it.
  "/(?:^[a-z][a-z0-9+.-]*:|\\/\\/)/i": "/(?:^[a-z][a-z0-9+.-]*:|^\\{|\\/\\/)/i",
};

/** The introduction has room for tables, no name breaks in two, no menu hands the contract to other companies. */
const style = `
    :has(> * > [data-section-id="/section/scopes"]) { --panel-samples-width: 30%; }
    td:first-child code, a[href^="#section/decisions/"] { white-space: nowrap; }
    [data-testid="page-actions"] [aria-label="More actions"] { display: none; }
    [data-testid="page-actions"] .button-group-outlined > .button {
      border: 1px solid var(--border-color-primary) !important;
      border-radius: var(--button-border-radius) !important;
    }
  `;

/**
 * Makes Redoc's page need no other host and lets it reach none, wherever it is opened.
 * @throws Error when the page is not what this was written for, as after an update of Redocly.
 */
export function offline(page: string): string {
  if (!page.includes('"disableTelemetry":true'))
    throw new Error("Redoc's page does not switch telemetry off.");
  for (const [found, replacement] of Object.entries(swaps)) page = swap(page, found, replacement);
  // React keeps these addresses, which lead to the root of the host, when it takes the page over.
  page = page.replaceAll('href="/', 'href="#/');
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy(page)}">`,
    '<link rel="icon" href="data:,">',
    `<style>${style}</style>`,
  ];
  return swap(page, '<meta charset="utf8" />', head.join("\n  "));
}

function policy(page: string): string {
  const scripts = [...page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    "style-src 'unsafe-inline'",
    "font-src data:",
    "img-src data:",
    "worker-src blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function swap(page: string, found: string, replacement: string): string {
  if (!page.includes(found))
    throw new Error(`Redoc's page has no ${found} any more: find out what it has instead.`);
  return page.replaceAll(found, () => replacement);
}

function logo(word: string, width: number): string {
  const text = `<text y="10" font-family="sans-serif" font-size="11" font-weight="bold" fill="#3b82f6">${word}</text>`;
  const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 12">${text}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(image)}`;
}

async function render(): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), "contacts-docs-"));
  try {
    const file = join(work, "index.html");
    const build = [redocly, "build-docs", "docs", "--inlineBundle", "--output", file];
    await promisify(execFile)(process.execPath, build, { cwd: join(folder, "..") });
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(withoutBanners(String((error as { stderr?: string }).stderr ?? error)));
  } finally {
    rmSync(work, { recursive: true });
  }
}

const withoutBanners = (text: string) => text.replaceAll(/^\s*[╔║╚].*\n/gm, "").trim();

/** What the page offers for download → where it is. The names are those of `downloadUrls` in redocly.yaml. */
export const downloads = {
  "openapi.yaml": `${folder}openapi.yaml`,
  "openapi.json": `${folder}openapi.json`,
  "openapi-3.0.json": `${folder}openapi-3.0.json`,
  "contacts-client.tgz": clientFile,
  "types.ts": `${folder}types.ts`,
  "CHANGELOG.md": fileURLToPath(new URL("../../CHANGELOG.md", import.meta.url)),
};

/** As `sha256sum --check` reads them. */
function checksums(): string {
  const lines = Object.entries(downloads).map(([name, file]) => {
    return `${createHash("sha256").update(readFileSync(file)).digest("hex")}  ${name}\n`;
  });
  return lines.join("");
}

const pageOnly = process.argv.includes("--page-only");

/** Builds `generated/docs`: the page and, unless only that is asked for, what it offers for download. */
async function main(): Promise<void> {
  // The page is rendered by another process meanwhile.
  const [rendered] = await Promise.all([render(), pageOnly ? undefined : pack()]);
  const page = offline(rendered);
  mkdirSync(`${folder}docs`, { recursive: true });
  writeFileSync(`${folder}docs/index.html`, page);
  if (!pageOnly) writeDownloads();
  console.log(`wrote generated/docs/index.html (${(Buffer.byteLength(page) / 1e6).toFixed(1)} MB)`);
}

const pack = async () => packClient();

function writeDownloads(): void {
  for (const [name, file] of Object.entries(downloads)) copyFileSync(file, `${folder}docs/${name}`);
  writeFileSync(`${folder}docs/SHA256SUMS`, checksums());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    console.error(`The docs could not be built: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  });
}
