import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { startServer } from "../support/server.ts";
import { launchChromium } from "./chromium.ts";

/** The address of a page of the docs as a file. */
export const file = (name: string): string =>
  pathToFileURL(`${resolve("generated/docs")}/${name}`).href;

/** Starts a server with the docs, and a browser for them that reaches nothing else. */
export async function openDocs() {
  const server = await startServer();
  const browser = await launchChromium(
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  );
  afterAll(() => browser.close());
  const page = (name: string) => `${server.address}/docs/${name}`;

  /** Opens an address, lets `visit` use it, and fails when the browser complained of anything. */
  async function visitPage(
    address: string,
    visit: (page: Page) => Promise<void> = async () => {},
    options: BrowserContextOptions = {},
  ): Promise<string[]> {
    const tab = await browser.newPage({
      colorScheme: "light",
      viewport: { width: 1440, height: 900 },
      ...options,
    });
    tab.setDefaultTimeout(60_000);
    const requests: string[] = [];
    const complaints: string[] = [];
    tab.on("request", (request) => requests.push(request.url()));
    tab.on("console", (message) => {
      if (["error", "warning"].includes(message.type()))
        complaints.push(message.text().slice(0, 300));
    });
    tab.on("pageerror", (error) => complaints.push(error.message));
    try {
      await tab.goto(address, { waitUntil: "networkidle" });
      await visit(tab);
    } finally {
      await tab.close();
    }
    // Redoc's page names a logo of its maker's host, which its policy does not let it load.
    expect(
      complaints.filter((text) => !text.includes("cdn.redoc.ly/redoc/logo")),
    ).toEqual([]);
    return requests.filter((url) => !/^(blob|data):|cdn\.redoc\.ly/.test(url));
  }

  return { server, browser, page, visitPage };
}
