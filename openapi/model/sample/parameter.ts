import type { Contract, Schema } from "../contract.ts";
import { sampleOf } from "./value.ts";

/**
 * Makes a value of a parameter. A list has an element, and an object the fields that it may have, as
 * most styles cannot write an empty one.
 * @param options the word for a text without other rules
 */
export function parameterSample(
  contract: Contract,
  schema: Schema,
  options: { word?: string } = {},
): unknown {
  const sample = sampleOf(contract, schema, options);
  const isCollection = typeof sample === "object" && sample !== null;
  const isEmpty = isCollection && Object.keys(sample).length === 0;
  return isEmpty
    ? sampleOf(contract, schema, { ...options, isResponse: true })
    : sample;
}
