import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { pageFile } from "../../../openapi/docs/page-file.ts";
import { siteFor } from "../../../openapi/docs/docs-of-file.ts";
import { readContract } from "../../../openapi/model/read-contract.ts";
import { largeContract } from "../../bench/large-contract.ts";
import { temporaryFolder } from "../../support/folder.ts";

test("no page is larger than 1 MB where objects refer to each other in circles", async () => {
  const file = join(temporaryFolder(afterAll), "openapi.json");
  writeFileSync(file, JSON.stringify(largeContract({ resources: 45 })));
  const { contract } = await readContract(file);

  const site = siteFor(contract);
  const pages = site.pages.map((page) => pageFile(page, site).length);

  expect(pages.length).toBeGreaterThan(30);
  expect(Math.max(...pages)).toBeLessThan(1_000_000);
});
