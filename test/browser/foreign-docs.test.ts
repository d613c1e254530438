import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { writeDocsFor } from "../../openapi/docs/docs-of-file.ts";
import { temporaryFolder } from "../support/folder.ts";
import { absent, launchChromium } from "./chromium.ts";

test.skipIf(absent)(
  "code in the text of a response stays in its line",
  async () => {
    const folder = temporaryFolder(afterAll);
    const file = join(folder, "contract.yaml");
    const responses = { "204": { description: "Has `id` and `row`." } };
    writeFileSync(
      file,
      stringify({
        openapi: "3.1.0",
        info: { title: "Depot", version: "1.0.0" },
        paths: { "/plants": { get: { operationId: "list", responses } } },
      }),
    );
    await writeDocsFor(file, folder, {
      scripts: async () => undefined,
      redoc: async () => "",
    });
    const browser = await launchChromium();
    afterAll(() => browser.close());
    const page = await browser.newPage();
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
