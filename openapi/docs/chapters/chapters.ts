import { scopesOf, type Contract } from "../../model/contract.ts";
import { fillText } from "../../model/fill-texts.ts";
import { prose } from "../../model/prose.ts";
import { compatibilityTable } from "./compatibility.ts";
import { errorCodesTable } from "./error-codes.ts";
import { scopesTable } from "./scopes.ts";

/** What `{tables.scopes}` in a chapter stands for. */
const tables: Record<string, (contract: Contract) => string> = {
  scopes: (contract) => scopesTable(scopesOf(contract)),
  errorCodes: errorCodesTable,
  compatibility: compatibilityTable,
};

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
  return fillText(`${contract.info.description.trimEnd()}\n\n${chapters.trim()}`, contract);
}
