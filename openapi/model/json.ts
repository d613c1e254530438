import compact from "json-stringify-pretty-compact";
import { eachNode } from "./node.ts";

/** Begins and ends the text in whose place the digits of a BigInt come. */
const mark = "exact-number-6f1c2a";
const marked = new RegExp(`"${mark}(-?\\d+)${mark}"`, "g");

/** @throws Error for a value that JSON cannot have */
function replaced(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return `${mark}${value}${mark}`;
  if (typeof value === "number" && !Number.isFinite(value))
    throw new Error(`The contract has the number ${value}, which JSON lacks.`);
  return value;
}

const withDigits = (text: string) => text.replaceAll(marked, "$1");

/** Writes JSON in which each number has the digits that the contract has. */
export const jsonOf = (value: unknown, indent?: number): string =>
  withDigits(JSON.stringify(value, replaced, indent) ?? "null");

/** Writes the same in few lines, for people; nothing of an undefined value. */
export const compactJson = (
  value: unknown,
  options: { maxLength: number; indent?: number },
): string =>
  withDigits(compact(value, { ...options, replacer: replaced }) ?? "");

/**
 * Puts numbers of JavaScript in the place of larger ones, for libraries that know no others.
 * @returns the same value, changed
 */
export function toPlainNumbers<T>(value: T): T {
  eachNode(value, (node) => {
    for (const [name, child] of Object.entries(node))
      if (typeof child === "bigint")
        Object.assign(node, { [name]: nearestNumber(child) });
  });
  return value;
}

/** Beyond all numbers of JavaScript the last one, as infinity is none of JSON. */
const nearestNumber = (value: bigint): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(value)));
