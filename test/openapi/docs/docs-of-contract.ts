import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import { stringify } from "yaml";
import { writeDocsFor } from "../../../openapi/docs/docs-of-file.ts";
import { temporaryFolder } from "../../support/folder.ts";

/**
 * Builds the docs of a contract, without the scripts of the reader and without Redoc's page, which
 * take seconds.
 */
export async function docsOf(contract: object) {
  const folder = temporaryFolder(afterAll);
  const file = join(folder, "contract.yaml");
  const head = { openapi: "3.1.0", info: { title: "Depot", version: "1.0.0" } };
  writeFileSync(file, stringify({ ...head, ...contract }));
  await writeDocsFor(file, folder, {
    scripts: async () => undefined,
    redoc: async () => "",
  });
  return (page: string) => readFileSync(join(folder, page), "utf8");
}
