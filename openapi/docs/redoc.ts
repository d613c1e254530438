import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));
const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));

/** What to put for what Redoc would fetch, send or say: a word that needs no network, nothing, the truth. */
const swaps = {
  "https://cdn.redoc.ly/redoc/logo-mini-full.svg": logo("Redocly", 49),
  "https://cdn.redoc.ly/redoc/logo-mini.svg": logo("R", 10),
  "https://cdn.redocly.com/icons/fa/7.0.0": "data:,",
  "https://cdn.redocly.com/icons/code/5.24.0": "data:,",
  "https://otel.cloud.redocly.com/v1/traces": "data:,",
  // The menu of the examples shows the name of one, which is what a person who speaks to the browser says.
  '"aria-label":`Example`,': "",
  // What is no absolute address gets the page's in front. One that begins with a variable is not relative to it.
  "/(?:^[a-z][a-z0-9+.-]*:|\\/\\/)/i": "/(?:^[a-z][a-z0-9+.-]*:|^\\{|\\/\\/)/i",
};

/**
 * The introduction has room for tables, no name breaks in two, no menu hands the contract to other companies; texts and
 * links have the contrast that WCAG asks for, and no sample needs scrolling, which a keyboard could not do.
 */
const style = `
    html.light {
      --link-color-primary: #0b57d0; --color-blue-6: #0b57d0; --color-blue-7: #1f57b8; --color-green-7: #0b7a3b;
      --color-warm-grey-5: #6b6c78;
    }
    html.light .tag-get { --tag-color: #0b7a3b; }
    html.light .tag-post { --tag-color: #1a52c9; }
    html.light .tag-patch { --tag-color: #7a5600; }
    html.light .tag-delete { --tag-color: #b8002f; }
    :root.dark { --color-warm-grey-5: #a5a7b4 !important; --color-warm-grey-6: #a5a7b4 !important; }
    html.light .schema-name { color: #0b57d0 !important; }
    html.dark .schema-name { color: #b3b0ff !important; }
    pre[data-language] { white-space: pre-wrap !important; }
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
function offline(page: string): string {
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

/**
 * The whole reference by Redoc, in one file.
 * @throws Error with what Redocly said, without its advertisements
 */
export async function redocPage(): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), "contacts-docs-"));
  const file = join(work, "index.html");
  try {
    const build = [redocly, "build-docs", "docs", "--inlineBundle", "--output", file];
    await promisify(execFile)(process.execPath, build, { cwd: root });
    return offline(readFileSync(file, "utf8"));
  } catch (error) {
    const text = String((error as { stderr?: string }).stderr || error);
    throw new Error(text.replaceAll(/^\s*[╔║╚].*\n/gm, "").trim());
  } finally {
    rmSync(work, { recursive: true });
  }
}
