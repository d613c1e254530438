/** Objects nested deeper than this are empty: a schema may contain itself. */
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
}

/** The greatest depth at which a sample of a response has fields that are not required. */
export const maxOptionalDepth = 2;
