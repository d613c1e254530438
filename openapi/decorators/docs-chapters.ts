import { prose } from "../prose.ts";
import type { Contract } from "../tools/contract.ts";
import { fillText } from "../tools/fill-texts.ts";
import { compatibilityTable } from "./chapters/compatibility.ts";
import { errorCodesTable } from "./chapters/error-codes.ts";
import { scopesTable } from "./chapters/scopes.ts";

/** What `{tables.scopes}` in a chapter stands for. */
const tables: Record<string, (contract: Contract) => string> = {
  scopes: ({ components }) => scopesTable(components.securitySchemes.apiKey),
  errorCodes: errorCodesTable,
  compatibility: compatibilityTable,
};

/** Appends the chapters of openapi/introduction.md to the description of the API, for the docs only. */
export default function docsChapters() {
  return {
    Root: {
      leave: (root: Contract) => {
        root.info.description = withChapters(root);
      },
    },
  };
}

/**
 * The description of the API with the chapters of openapi/introduction.md, as Markdown.
 * @throws Error when a chapter names a table that there is not
 */
export function withChapters(contract: Contract): string {
  const chapters = prose("introduction.md").replaceAll(/\{tables\.(\w+)\}/g, (found, name: string) => {
    const table = tables[name];
    if (!table) throw new Error(`openapi/introduction.md names ${found}, and there is no such table.`);
    return table(contract);
  });
  return fillText(`${contract.info.description?.trimEnd()}\n\n${chapters.trim()}`, contract);
}
