import { indent, operationTexts } from "./operation-text.ts";
import { methods } from "../document/methods.ts";
import type { Wish } from "./wish.ts";

/** The contract's text with the operation in it. Everything else stays as it is written, comments included. */
export function insertOperation(contract: string, wish: Wish): string {
  const { operation, schemas, examples, scope, tag } = operationTexts(wish);
  let text = insertIntoPath(contract, wish, operation);
  text = appendTo(text, ["components", "schemas"], schemas);
  text = appendTo(text, ["components", "examples"], examples);
  if (!text.includes(`\n        ${scope}: `))
    text = text.replace('\n        "*": ', () => `\n        ${scope}: Says what it allows.\n        "*": `);
  if (!text.includes(`\n  - name: ${tag}\n`))
    text = appendTo(text, ["tags"], `- name: ${tag}\n  description: Says what they are.`);
  return text;
}

function insertIntoPath(text: string, { method, path }: Wish, operation: string): string {
  const known = sectionOf(text, ["paths", path]);
  if (!known) return appendTo(text, ["paths"], `\n${path}:\n${indent(operation, 2)}`);
  const later = methods
    .slice(methods.indexOf(method) + 1)
    .map((name) => text.indexOf(`\n    ${name}:\n`, known.start - 1));
  const places = later.filter((place) => place !== -1 && place < known.end);
  const place = places.length > 0 ? Math.min(...places) + 1 : known.end;
  return `${text.slice(0, place)}${indent(operation, 4)}\n${text.slice(place)}`;
}

/** Appends to a section, under its last element. */
function appendTo(text: string, section: string[], addition: string): string {
  const found = sectionOf(text, section);
  if (!found) throw new Error(`openapi/openapi.yaml has no section ${section.join(".")}.`);
  const shifted = indent(addition, section.length * 2);
  return `${text.slice(0, found.end)}${shifted}\n${text.slice(found.end)}`;
}

/** From behind the name of a section to the end of its last line. Blank lines and comments at its end are not in it. */
function sectionOf(text: string, names: string[]): { start: number; end: number } | undefined {
  let [start, end] = [0, text.length];
  for (const [depth, name] of names.entries()) {
    const margin = "  ".repeat(depth);
    const head = `\n${margin}${name}:\n`;
    const found = text.indexOf(head, start - 1);
    if (found === -1 || found >= end) return undefined;
    start = found + head.length;
    const next = new RegExp(`^ {0,${margin.length}}[^\\s#-].*$`, "m").exec(text.slice(start, end));
    if (next) end = start + next.index;
  }
  const inner = text.slice(start, end).replace(/(\s*\n|\n *#[^\n]*)*$/, "\n");
  return { start, end: start + inner.length };
}
