import { getLineColLocation } from "@redocly/openapi-core";
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { Problem as Found } from "../../../openapi/lint/contract-files.ts";
import { createLint } from "../../../openapi/lint/lint.ts";
import { contractFile } from "../../../openapi/model/read-contract.ts";

/** A message of lint. */
interface Problem {
  rule: string;
  /** The line that it points at. */
  line: number;
  message: string;
  /** What it takes for meant. */
  meant: string | undefined;
}

const loaded = createLint();

/** What lint says of each of these contracts. */
export async function lint(texts: string[]): Promise<Problem[][]> {
  const run = await loaded;
  const found: Problem[][] = [];
  for (const text of texts) found.push((await run(text)).map(toProblem));
  return found;
}

function toProblem({ ruleId, message, suggest: [meant], location: [location] }: Found): Problem {
  return { rule: ruleId, line: location ? getLineColLocation(location).start.line : 0, message, meant };
}

/** A change that breaks the contract in one way, and the one message that lint gives for it. */
export interface Break {
  /** What is broken. */
  given: string;
  /** The first text of the contract that matches this … */
  from: string | RegExp;
  /** … becomes this. Written as `String.replace` takes it. */
  to: string;
  rule: string;
  message: string;
  /** What it takes for meant, if anything. */
  meant?: string;
  /** The message points at the line on which the first match of this ends. */
  at: string | RegExp;
}

/** Contracts with as many breaks as leave each other alone, as to lint one takes a second. */
interface Group {
  text: string;
  rows: Break[];
}

/** The contract as it is written. */
export const original = readFileSync(contractFile, "utf8");

let clean: Promise<Problem[][]> | undefined;

/** A test for every break, and one that shows that lint says nothing of the contract as it is. */
export function testBreaks(breaks: Break[]): void {
  const found = new Map<Break, Problem[]>();
  beforeAll(async () => {
    for (const { text, rows } of grouped(breaks)) {
      const expected = rows.map((row) => problemOf(row, text));
      const [said = []] = await lint([text]);
      // What is said of all together is that of each alone, or else each is tried alone.
      const isSum = sorted(said) === sorted(expected);
      for (const row of rows)
        found.set(
          row,
          isSum ? [problemOf(row, breakContract(row))] : ((await lint([breakContract(row)]))[0] ?? []),
        );
    }
  });

  test("nothing is said of the contract as it is", async () => {
    expect(await (clean ??= lint([original]))).toEqual([[]]);
  });

  test.each(breaks.map((row) => [row.rule, row.given, row] as const))("%s: %s", (...[, , row]) => {
    expect(found.get(row)).toEqual([problemOf(row, breakContract(row))]);
  });
}

const problemOf = ({ rule, at, message, meant }: Break, text: string): Problem => ({
  rule,
  line: lineOf(text, at),
  message,
  meant,
});

const sorted = (problems: Problem[]) =>
  JSON.stringify(problems.map(({ rule, line, message, meant }) => [line, rule, message, meant]).sort());

function grouped(breaks: Break[]): Group[] {
  const groups: Group[] = [];
  for (const row of breaks) {
    const own = breakContract(row);
    const group = groups.find(({ text, rows }) => {
      const both = text.replace(row.from, row.to);
      return (
        before(text, row.from) === before(original, row.from) &&
        [...rows, row].every((one) => isSamePlace(one.at, breakContract(one), both)) &&
        new Set([...rows, row].map(({ at }) => lineOf(both, at))).size > rows.length
      );
    });
    if (group)
      Object.assign(group, { text: group.text.replace(row.from, row.to), rows: [...group.rows, row] });
    else groups.push({ text: own, rows: [row] });
  }
  return groups;
}

/** What stands before the first match, and the match. */
function before(text: string, pattern: string | RegExp): string {
  const match = matchOf(text, pattern);
  return match ? text.slice(Math.max(0, match.index - 150), match.index) + match[0] : "";
}

/** Whether the first match leads to the same line in two contracts: one that stands nowhere else, or has the same before it. */
function isSamePlace(at: string | RegExp, one: string, other: string): boolean {
  const [line, next] = [one, other].map((text) => text.split("\n")[lineOf(text, at) - 1] ?? "");
  if (line !== next || line === undefined) return false;
  return other.split(`\n${line}\n`).length === 2 || before(one, at) === before(other, at);
}

/** The contract with one change. */
export function breakContract({ from, to }: Pick<Break, "from" | "to">): string {
  const changed = original.replace(from, to);
  if (changed === original) throw new Error(`The contract has no ${String(from)}.`);
  return changed;
}

const matchOf = (text: string, pattern: string | RegExp) =>
  new RegExp(typeof pattern === "string" ? escape(pattern) : pattern).exec(text);

function lineOf(text: string, at: string | RegExp): number {
  const match = matchOf(text, at);
  return text.slice(0, match ? match.index + match[0].length : 0).split("\n").length;
}

const escape = (literal: string) => literal.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
