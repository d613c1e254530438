import compact from "json-stringify-pretty-compact";
import { eachNode } from "./node.ts";

/** Encloses the digits of a BigInt in a JSON text, until `withDigits` removes it and the quotes. */
const delimiter = "exact-number-6f1c2a";
const quotedDigits = new RegExp(`"${delimiter}(-?\\d+)${delimiter}"`, "g");

/**
 * Encodes a value for `JSON.stringify`, which has no BigInt.
 * @throws Error for a number that JSON lacks
 */
function encoded(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return `${delimiter}${value}${delimiter}`;
  if (typeof value === "number" && !Number.isFinite(value))
    throw new Error(`The contract has the number ${value}, which JSON lacks.`);
  return value;
}

const withDigits = (text: string) => text.replaceAll(quotedDigits, "$1");

/** Writes JSON in which each number has the same digits as in the contract. */
export const jsonOf = (value: unknown, indent?: number): string =>
  withDigits(JSON.stringify(value, encoded, indent) ?? "null");

/** Writes JSON in few lines, for people. Returns an empty text for undefined. */
export const compactJson = (
  value: unknown,
  options: { maxLength: number; indent?: number },
): string =>
  withDigits(compact(value, { ...options, replacer: encoded }) ?? "");

/**
 * Replaces each BigInt by the nearest number, for libraries that have no BigInt.
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

/** Returns a copy of a value in which each BigInt is the nearest number. */
export const plainCopy = <T>(value: T): T =>
  toPlainNumbers({ value: structuredClone(value) }).value;

/** Returns the nearest finite number, as JSON has no infinity. */
const nearestNumber = (value: bigint): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(value)));
