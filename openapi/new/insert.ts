import { format as prettier, resolveConfig } from "prettier";
import { indent, type ContractTexts } from "./contract-text.ts";
import { mark } from "../rules/no-marks.ts";
import { words, type Resource } from "./resource.ts";

/** The contract's text with a resource in it. Everything else stays as it is written, comments included. */
export function insertResource(contract: string, texts: ContractTexts, exampleFile: string): string {
  const { tags, scopes, ...sections } = texts;
  let text = appendTo(contract.replaceAll("\r\n", "\n"), ["tags"], tags);
  text = appendTo(text, ["paths"], sections.paths);
  text = appendTo(text, ["webhooks"], sections.webhooks);
  text = appendTo(text, ["components", "parameters"], sections.parameters);
  text = appendTo(text, ["components", "schemas"], sections.schemas);
  text = text.replace(/^x-example-files:\s+\[[^\]]*?(?=,?\s*\])/m, (files) => `${files}, ${exampleFile}`);
  return text.replace('\n        "*": ', () => `\n${indent(scopes, 8)}\n        "*": `);
}

/** Appends to a section, under its last element. */
function appendTo(text: string, section: string[], addition: string): string {
  const end = endOf(text, section);
  return `${text.slice(0, end)}${indent(addition, section.length * 2)}\n${text.slice(end)}`;
}

/** The end of the last line of a section. Blank lines and comments at its end are not in it. */
function endOf(text: string, names: string[]): number {
  let [start, end] = [0, text.length];
  for (const [depth, name] of names.entries()) {
    const margin = "  ".repeat(depth);
    const head = `\n${margin}${name}:\n`;
    const found = text.indexOf(head, start - 1);
    if (found === -1 || found >= end)
      throw new Error(`openapi/openapi.yaml has no section ${names.join(".")}.`);
    start = found + head.length;
    const next = new RegExp(`^ {0,${margin.length}}[^\\s#-].*$`, "m").exec(text.slice(start, end));
    if (next) end = start + next.index;
  }
  return start + text.slice(start, end).replace(/(\s*\n|\n *#[^\n]*)*$/, "\n").length;
}

/** A file's text as `npm run format` writes it. */
export async function format(file: string, text: string): Promise<string> {
  return prettier(text, { ...(await resolveConfig(file)), filepath: file });
}

/** The decision after the last one: `D-36`. */
export function nextDecision(decisions: string): string {
  const last = decisions.match(/(?<=^## D-)\d\d/gm)?.at(-1) ?? "00";
  return `D-${String(Number(last) + 1).padStart(2, "0")}`;
}

/** The decision that the contract has a resource which its specification does not name. */
export const decisionText = ({ plural }: Resource, decision: string): string => {
  const names = words(plural);
  return `
## ${decision} ${names.charAt(0).toUpperCase()}${names.slice(1)}

**Gap** The specification does not name ${names}. Which operations do they have?

**Choice** The API can list ${names}, create, read and change one; both writes cause an event. ${mark} say what a reader must know of them.

**Reason** ${mark} say why the API has ${names}.
`;
};
