import { getLineColLocation } from "@redocly/openapi-core";
import { readFileSync } from "node:fs";
import { expect } from "vitest";
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

/** A change of the contract, and the only problem that lint then reports. */
export interface Break {
  from: string | RegExp;
  to: string;
  /** The rule and its message. `#names` stands for the link to this heading of the guide. */
  message: string;
  /** The place of the problem, when it is not the first line that changed. */
  at?: RegExp;
}

/** Expects that lint reports a break at its line, and nothing else. */
export async function expectProblem({
  from,
  to,
  message,
  at,
}: Break): Promise<void> {
  const text = breakContract(from, to);
  expect(await lint(text)).toEqual([
    `${lineOf(text, at)} ${withLink(message)}`,
  ]);
}

/** Returns a message with the link to the guide in place of its heading. */
export const withLink = (message: string): string =>
  message.replace(/#([\w-]+)(?=$| \()/, "See openapi/README.md#$1");

/** The first operation with an id: the place for more keywords of an operation. */
export const listed = /( +)operationId: listContacts\n/;
/** The first field of a contact with a type of its own: the place for another field. */
export const vip = /( {8})vip: (\{.*\})/;
