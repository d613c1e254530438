import { beforeAll, expect, test } from "vitest";
import { readContract } from "../../../openapi/model/read-contract.ts";
import { lint, type Problem } from "./lint.ts";

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
  /** The message points at the line on which the first match of this ends. */
  at: string | RegExp;
}

/** A test for every break, and one that shows that lint says nothing of the contract as it is. */
export function testBreaks(breaks: Break[]): void {
  const { text } = readContract();
  const broken = breaks.map((row) => ({ ...row, text: breakContract(row) }));
  let problems: Problem[][];
  beforeAll(async () => {
    problems = await lint([text, ...broken.map((row) => row.text)]);
  });

  test("nothing is said of the contract as it is", () => {
    expect(problems[0]).toEqual([]);
  });

  test.each(broken.map((row, i) => [row.rule, row.given, row, i + 1] as const))(
    "%s: %s",
    (...[, , row, i]) => {
      const { rule, text: changed, at, message } = row;
      expect(problems[i]).toEqual([{ rule, line: lineOf(changed, at), message }]);
    },
  );
}

/** The contract with one change. */
export function breakContract({ from, to }: Pick<Break, "from" | "to">): string {
  const { text } = readContract();
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`The contract has no ${String(from)}.`);
  return changed;
}

function lineOf(text: string, at: string | RegExp): number {
  const match = new RegExp(typeof at === "string" ? escape(at) : at).exec(text);
  const end = match ? match.index + match[0].length : 0;
  return text.slice(0, end).split("\n").length;
}

const escape = (literal: string) => literal.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
