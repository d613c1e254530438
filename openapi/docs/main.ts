import "../collect-early.ts";
import { join } from "node:path";
import { messageOf, readCommand, runProgram } from "../options.ts";

const help = `npm run docs -- FILE --out DIR

Builds the docs of a contract into the folder DIR: a page for each operation, one by Redoc, and the downloads.

Ends with 0, or with 1 when the contract is rejected. Nothing is written then.

In this repository: npm run docs builds generated/docs from openapi/openapi.yaml. With -- --page-only it builds only the pages.
`;

async function main(): Promise<void> {
  const { values, file } = readCommand(help, {
    "page-only": { type: "boolean", default: false },
    out: { type: "string" },
  });
  if (file !== undefined || values.out !== undefined)
    return docsInto(file, values.out);
  // Loaded only here: loading takes seconds, and its modules read files of this repository.
  const { buildDocs } = await import("./our-docs.ts");
  return buildDocs(values["page-only"]);
}

/**
 * Builds the docs of the contract `file`.
 * @throws Error in one line
 */
async function docsInto(
  file: string | undefined,
  out: string | undefined,
): Promise<void> {
  if (file === undefined || out === undefined)
    throw new Error("Give a contract and a folder: FILE --out DIR.");
  const { writeDocsFor } = await import("./docs-of-file.ts");
  const { redocPage } = await import("./redoc.ts");
  const { buildScripts } = await import("./scripts.ts");
  const { noteFirstError } = await import("../lint/explained.ts");
  const { pages, notes } = await writeDocsFor(file, out, {
    scripts: buildScripts,
    redoc: (document) => redocPage(document),
  });
  await noteFirstError(file);
  for (const note of notes) console.error(note);
  console.log(`wrote ${join(out, "index.html")} and ${pages - 1} more pages`);
}

await runProgram(() =>
  main().catch((error: unknown) => {
    throw new Error(`The docs could not be built: ${messageOf(error)}`, {
      cause: error,
    });
  }),
);
