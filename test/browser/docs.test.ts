import express from "express";
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { downloads } from "../../openapi/tools/docs.ts";
import { operationsOf, type Operation } from "../../openapi/tools/contract.ts";
import { readContract } from "../../openapi/tools/read-contract.ts";
import { listen, type Listening } from "../../server/http/listen.ts";
import { createMemoryLimiter } from "../../server/limiter.ts";
import { documents } from "../../server/middleware/documents.ts";

const { CHROMIUM: executablePath = "/usr/bin/chromium", CI } = process.env;
const absent = !existsSync(executablePath) && CI !== "true";
if (absent) {
  console.warn(`Skipped: there is no Chromium at ${executablePath}. Set CHROMIUM to where it is.`);
}

const operations = operationsOf(readContract().contract).map(({ operation }) => {
  const { operationId, summary, tags } = operation as Operation & { summary: string; tags: [string] };
  return { operationId, summary, tag: tags[0] };
});
const file = pathToFileURL(resolve("generated/docs/index.html")).href;

describe.skipIf(absent)("the docs", () => {
  let server: Listening;
  let browser: Browser;

  beforeAll(async () => {
    await promisify(execFile)("npm", ["run", "build"]);
    const limiter = createMemoryLimiter();
    server = await listen(express().use(documents(limiter)), limiter);
    browser = await chromium.launch({
      executablePath,
      args: ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** Opens the page at an address, lets `visit` use it, and fails when the browser complained of anything. */
  async function open(address: string, visit: (page: Page) => Promise<void>): Promise<string[]> {
    const page = await browser.newPage({ colorScheme: "light", viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(10_000);
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text().slice(0, 300));
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(address, { waitUntil: "networkidle" });
    await visit(page);
    await page.close();
    expect(complaints).toEqual([]);
    return requests.filter((url) => !/^(blob|data):/.test(url));
  }

  /** Goes through the page as a reader does. */
  async function read(page: Page): Promise<void> {
    for (const tag of new Set(operations.map((operation) => operation.tag))) {
      await menu(page).getByText(tag, { exact: true }).click();
      for (const { operationId, summary } of operations.filter((operation) => operation.tag === tag)) {
        await menu(page).locator(`a[href$="/${operationId.toLowerCase()}"]`, { hasText: summary }).click();
        await page.locator("h2", { hasText: new RegExp(`^${summary}$`) }).waitFor();
      }
    }
  }

  test("shows every operation and needs no more than its own document", async () => {
    expect(await open(`${server.address}/docs/`, read)).toEqual([`${server.address}/docs/`]);
  });

  test("works from a file", async () => {
    expect(await open(file, read)).toEqual([file]);
  });

  test("is found without the last slash", async () => {
    const requests = await open(`${server.address}/docs`, async (page) => {
      expect(page.url()).toBe(`${server.address}/docs/`);
    });
    expect(requests).toEqual([`${server.address}/docs`, `${server.address}/docs/`]);
  });

  test("finds an operation by its name", async () => {
    await open(`${server.address}/docs/`, async (page) => {
      await page.getByTestId("search-trigger").first().click();
      await page.keyboard.type("Create a contact");
      await page
        .locator('[data-component-name="Search/SearchItem"]', { hasText: "POST/v1/contacts" })
        .click();
      await page.waitForURL(/createcontact$/);
    });
  });

  test("turns dark", async () => {
    await open(`${server.address}/docs/`, async (page) => {
      const background = () => page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
      const light = await background();
      await page.getByTestId("color-mode-switcher").click();
      await expect.poll(background, { timeout: 10_000 }).not.toBe(light);
    });
  });

  test("leads from an operation to the decision that shaped it", async () => {
    await open(`${server.address}/docs/#/contacts/createcontact`, async (page) => {
      const link = page.locator('a[href^="#section/decisions/"]').first();
      const decision = await link.innerText();
      await link.click();
      const heading = page.locator("h3", { hasText: decision });
      const distance = async () => Math.abs((await heading.boundingBox())?.y ?? Infinity);
      await expect.poll(distance, { timeout: 10_000 }).toBeLessThan(200);
    });
  });

  test("offers the contract for download", async () => {
    await open(`${server.address}/docs/`, async (page) => {
      const panel = page.getByTestId("panel-download-openapi-description");
      for (const [title, name] of Object.entries(offered)) {
        const [download] = await Promise.all([page.waitForEvent("download"), panel.getByText(title).click()]);
        expect(download.suggestedFilename()).toBe(name);
        const source = Object.hasOwn(downloads, name) ? downloads[name as keyof typeof downloads] : undefined;
        const wanted = source ?? `generated/docs/${name}`;
        expect(readFileSync(await download.path()).equals(readFileSync(wanted))).toBe(true);
      }
    });
  });

  test("states the checksums of what it offers", async () => {
    const folder = { cwd: "generated/docs" };
    const { stdout } = await promisify(execFile)("sha256sum", ["--check", "SHA256SUMS"], folder);
    expect(stdout).toBe(
      Object.keys(downloads)
        .map((name) => `${name}: OK\n`)
        .join(""),
    );
  });

  test("is served with the policy that it states, and in no frame", async () => {
    const { headers } = await fetch(`${server.address}/docs/`);
    const [, policy] =
      /content="(default-src [^"]*)"/.exec(readFileSync("generated/docs/index.html", "utf8")) ?? [];
    expect(headers.get("content-security-policy")).toBe(`${policy}; frame-ancestors 'none'`);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });
});

const menu = (page: Page) => page.locator(".menu-content");
/** Title in the page → name of the file. */
const offered = {
  "openapi.yaml": "openapi.yaml",
  "openapi.json": "openapi.json",
  "openapi-3.0.json": "openapi-3.0.json",
  "Typed client": "contacts-client.tgz",
  "TypeScript types": "types.ts",
  Changelog: "CHANGELOG.md",
  Checksums: "SHA256SUMS",
};
