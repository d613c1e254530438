import type { Schema } from "../contract.ts";

/** Objects and lists nested deeper than this are empty where they may contain themselves. */
export const maxDepth = 6;

/**
 * Samples have no more elements or fields, and no longer texts than this. A schema that asks for more
 * refuses its sample.
 */
export const maxElements = 1000;
export const maxTextLength = 100_000;

/** The place of a value in a sample. */
export interface Place {
  /** The number of objects, lists and branches around the value. */
  depth: number;
  /** The text where a schema allows any. */
  word: string;
  /** True for a branch of an `allOf`, which has no subtype of its own. */
  isPart: boolean;
  /** The fields that a schema around a branch requires. */
  required: string[];
  /** True for a value that the server sends. */
  isResponse: boolean;
  /** The insides of the objects and lists around the value. */
  around: unknown[];
}

/** Returns what is the same in each use of the schema of an object or a list. */
export const insideOf = (schema: Schema): unknown =>
  schema.properties ??
  schema.patternProperties ??
  schema.additionalProperties ??
  schema.contains ??
  schema.prefixItems ??
  schema.items;

/** Returns true for the schema of a deep object or list that may contain itself. */
export function mayBeEndless(schema: Schema, place: Place): boolean {
  if (place.depth < maxDepth) return false;
  const inside = insideOf(schema);
  const isRepeated = inside !== undefined && place.around.includes(inside);
  return isRepeated || place.depth > 3 * maxDepth;
}

/** The greatest depth at which a sample of a response has fields that are not required. */
export const maxOptionalDepth = 2;
