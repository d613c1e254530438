import { getLineColLocation } from "@redocly/openapi-core";
import { readFileSync } from "node:fs";
import { createLint } from "../../../openapi/lint/lint.ts";
import { contractFile } from "../../../openapi/model/contract-file.ts";

/** The contract as it is written. */
export const original = readFileSync(contractFile, "utf8");
const originalLines = original.split("\n");

/**
 * The contract with one change: the first text that matches `from` becomes `to`, as
 * `String.replace` takes it.
 */
export function breakContract(from: string | RegExp, to: string): string {
  const changed = original.replace(from, to);
  if (changed === original)
    throw new Error(`The contract has no ${String(from)}.`);
  return changed;
}

/**
 * One that has found the contract clean, as while a designer edits: of an edit of prose it then
 * runs few rules.
 */
const loaded = createLint().then(async (lintText) => {
  await lintText(original);
  return lintText;
});

/** Lints a contract. Returns line, rule, message and suggestion of each problem. */
export async function lint(text: string): Promise<string[]> {
  const problems = await (await loaded)(text);
  return problems.map(
    ({ ruleId, message, suggest: [meant], location: [location] }) => {
      const line = location ? getLineColLocation(location).start.line : 0;
      return `${line} ${ruleId}: ${message}${meant === undefined ? "" : ` (${meant}?)`}`;
    },
  );
}

/**
 * The line of a text on which the first match of a pattern ends; without one, the first that is not
 * in the contract.
 */
export function lineOf(text: string, at?: RegExp): number {
  if (!at)
    return (
      text.split("\n").findIndex((line, i) => line !== originalLines[i]) + 1
    );
  const match = at.exec(text);
  if (!match) throw new Error(`The contract has no ${String(at)}.`);
  return text.slice(0, match.index + match[0].length).split("\n").length;
}
