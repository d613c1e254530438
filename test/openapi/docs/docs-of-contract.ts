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

/** Builds the page of the operation `plant`, and returns it as Markdown. */
export async function pageOf(
  operation: object,
  more: object = {},
): Promise<string> {
  const read = await docsOf({
    paths: { "/plants": { post: { operationId: "plant", ...operation } } },
    ...more,
  });
  return read("plant.md");
}

/** Returns the lines of the sample of a language on a page in Markdown. */
export const sampleIn = (page: string, language: string): string =>
  new RegExp(`\n${language}\n\n\`\`\`\\w+\n([^]*?)\n\`\`\``).exec(page)?.[1] ??
  "";
