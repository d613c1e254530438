import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { writeDocsFor } from "../../openapi/docs/docs-of-file.ts";
import { buildScripts } from "../../openapi/docs/scripts.ts";
import { startLocalServer } from "../client/local-server.ts";
import { temporaryFolder } from "../support/folder.ts";
import { absent, launchChromium } from "./chromium.ts";

/** Writes the docs of `GET /plants` for another API, with the scripts of the reader. */
async function docsOfList(operation: object, more: object): Promise<string> {
  const folder = temporaryFolder(afterAll);
  const file = join(folder, "contract.yaml");
  writeFileSync(
    file,
    stringify({
      openapi: "3.1.0",
      info: { title: "Depot", version: "1.0.0" },
      paths: { "/plants": { get: { operationId: "list", ...operation } } },
      ...more,
    }),
  );
  await writeDocsFor(file, folder, {
    scripts: buildScripts,
    redoc: async () => "",
  });
  return folder;
}

async function openPage() {
  const browser = await launchChromium();
  afterAll(() => browser.close());
  return browser.newPage();
}

test.skipIf(absent)(
  "code in the text of a response stays in its line",
  async () => {
    const responses = { "204": { description: "Has `id` and `row`." } };
    const folder = await docsOfList({ responses }, {});
    const page = await openPage();
    await page.goto(pathToFileURL(join(folder, "list.html")).href);
    const tops = await page
      .locator(".foot code")
      .evaluateAll((codes) =>
        codes.map((code) => code.getBoundingClientRect().top),
      );
    expect(tops).toHaveLength(2);
    expect(new Set(tops).size).toBe(1);
  },
);

test.skipIf(absent)(
  "a name and a password in any script are sent in UTF-8",
  async () => {
    const login = { type: "http", scheme: "basic" };
    const responses = { "204": { description: "Done." } };
    const folder = await docsOfList(
      { responses, security: [{ login: [] }] },
      { components: { securitySchemes: { login } } },
    );
    const received: (string | undefined)[] = [];
    const address = await startLocalServer(
      ({ url = "", headers }, response) => {
        if (url.startsWith("/docs/"))
          return response.end(readFileSync(join(folder, url.slice(6))));
        received.push(headers.authorization);
        return response.writeHead(204).end();
      },
    );
    const page = await openPage();
    await page.goto(`${address}/docs/list.html`);
    await page.getByLabel("Name:password").fill("Begoña:пароль");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Live: 204").waitFor();
    const sent = Buffer.from("Begoña:пароль").toString("base64");
    expect(received).toEqual([`Basic ${sent}`]);
  },
);
