import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { LineCounter, parseDocument, visit, type Document } from "yaml";
import type { Contract } from "./contract.ts";
import { fillTexts } from "./fill-texts.ts";

/** Where the contract lives. */
export const contractFile = fileURLToPath(new URL("../openapi.yaml", import.meta.url));

/**
 * Reads a contract: its text as it is written, and its content with every number in the place of its placeholder.
 * @throws Error whose message says where the YAML is broken, by line and column, or which fact a description lacks.
 */
export function readContract(file = contractFile): { text: string; contract: Contract } {
  const text = readFileSync(file, "utf8");
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const problem = document.errors[0] ?? document.warnings[0];
  const message = problem?.message ?? unknownAlias(document, lines);
  if (message !== undefined) throw new Error(`${file} is not valid YAML: ${message}`);
  // The limit of 100 uses of an anchor guards against hostile documents; this one is ours.
  const contract = document.toJS({ maxAliasCount: -1 }) as Contract;
  fillTexts(contract);
  return { text, contract };
}

/** The parser leaves these to `toJS`, which does not know lines. */
function unknownAlias(document: Document.Parsed, lines: LineCounter): string | undefined {
  const anchors = new Set<string>();
  let message: string | undefined;
  visit(document, {
    Alias: (_, { source, range }) => {
      if (anchors.has(source)) return undefined;
      const { line, col } = lines.linePos(range?.[0] ?? 0);
      message = `No anchor &${source} stands before *${source} at line ${line}, column ${col}`;
      return visit.BREAK;
    },
    Value: (_, { anchor }) => {
      if (anchor !== undefined) anchors.add(anchor);
    },
  });
  return message;
}
