import { policy, reasonOf } from "../diff/policy.ts";
import { scopesOf, type Contract } from "../model/contract.ts";
import { errorsIn } from "../model/errors.ts";
import { fillText, prose } from "../model/fill-texts.ts";
import { readContract } from "../model/read-contract.ts";

/** What `{tables.scopes}` in a chapter stands for. */
const tables: Record<string, (contract: Contract) => string> = {
  scopes: scopesTable,
  errorCodes: errorCodesTable,
  compatibility: compatibilityTable,
};

/** The contract with the chapters that its docs have. */
export const readDocument = ({ contract } = readContract()): Contract => ({
  ...contract,
  info: { ...contract.info, description: withChapters(contract) },
});

/** The description of the API with the chapters of openapi/introduction.md, as Markdown. */
export const withChapters = (contract: Contract): string =>
  filled(`${contract.info.description.trimEnd()}\n\n${prose("introduction.md").trim()}`, contract);

/**
 * Chapters with their numbers and tables.
 * @throws Error when a chapter names a table that there is not
 */
export function filled(chapters: string, contract: Contract): string {
  const text = chapters.replaceAll(/\{tables\.(\w+)\}/g, (found, name: string) => {
    const table = tables[name];
    if (!table) throw new Error(`A chapter names ${found}, and there is no such table.`);
    return table(contract);
  });
  return fillText(text, contract);
}

/** A Markdown table. */
const table = (head: string[], rows: (string | number)[][]): string =>
  [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");

/** The scopes that a key can have. */
function scopesTable(contract: Contract): string {
  const rows = Object.entries(scopesOf(contract)).map(([scope, meaning]) => [`\`${scope}\``, meaning]);
  return table(["Scope", "What it allows"], rows);
}

/** Every error code with its status, its message and what it means, from all responses and their examples. */
function errorCodesTable(contract: Contract): string {
  const codes = new Map<string, { status: number; message: string; meanings: Set<string> }>();
  for (const { code, status, message, meaning } of errorsIn(contract)) {
    const entry = codes.get(code) ?? { status, message, meanings: new Set() };
    entry.meanings.add(meaning);
    codes.set(code, entry);
  }
  const rows = [...codes]
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, message, meanings }]) => [
      `\`${code}\``,
      status,
      message,
      [...meanings].join(" "),
    ]);
  return table(["Code", "Status", "Message", "Meaning"], rows);
}

/** What may change within a major version, from the table by which `npm run diff` judges. */
export function compatibilityTable(): string {
  const rows = [...policy.values()].flatMap((rule) => {
    const { change, is } = rule;
    // A warning is about the server, not about its clients.
    if (is === "warning") return [];
    const effect = is === "breaking" ? "breaks" : "does not break";
    return [[change, effect, reasonOf(rule, ["request", "response"])]];
  });
  return table(["Change", "A client", "Why"], rows);
}
