import type { Schema } from "../contract.ts";
import {
  maxElements,
  maxOptionalDepth,
  mayBeEndless,
  type Place,
} from "./place.ts";

/** Returns the schemas of as few elements as a list may have, or of one that a reader can see. */
export function elementsToShow(schema: Schema, place: Place): Schema[] {
  if (mayBeEndless(schema, place)) return [];
  const { minItems = 0, maxItems = Infinity, prefixItems = [], items } = schema;
  const { contains, minContains = 1 } = schema;
  const isShown = place.isResponse && place.depth <= maxOptionalDepth;
  const described = prefixItems.length || (items ? 1 : 0);
  const shown = isShown ? Math.min(described, maxItems) : 0;
  const counted = contains ? minContains : 0;
  const length = Math.min(Math.max(minItems, counted, shown), maxElements);
  const elements: Schema[] = [];
  for (let index = 0; index < length; index++) {
    const isCounted = contains && index >= length - counted;
    elements.push(
      isCounted
        ? { allOf: [items || {}, contains] }
        : (prefixItems[index] ?? (items || {})),
    );
  }
  return elements;
}
