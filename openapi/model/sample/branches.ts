import type { Bound, Contract, Schema } from "../contract.ts";
import type { Node } from "../node.ts";
import { valueSchema } from "../value-schema.ts";

/** Returns the first branch of a `oneOf` or `anyOf` that is not null. */
export const firstChoice = ({ oneOf, anyOf }: Schema): Schema | undefined =>
  (oneOf ?? anyOf)?.find(({ type }) => type !== "null");

/**
 * Returns one schema for a value that is no object and has branches: with the keywords of the branch
 * or of all in `allOf`.
 */
export function withoutBranches(
  contract: Contract,
  schema: Schema,
): Schema | undefined {
  const { allOf = [], oneOf, anyOf, ...own } = schema;
  const choice = firstChoice(schema);
  const all = [...allOf, ...(choice ? [choice] : [])].map((each) =>
    valueSchema(contract, each),
  );
  if (all.length === 0 || [own, ...all].some(mayBeObject)) return undefined;
  return mergedKeywords([own, ...all]);
}

/** Returns true for a schema of an object, or one that its own branches describe. */
const mayBeObject = (schema: Schema): boolean =>
  [schema.type].flat().includes("object") ||
  ["properties", "required", "discriminator", "allOf", "oneOf", "anyOf"].some(
    (keyword) => keyword in schema,
  );

const larger = (one: Bound, other: Bound) => (one > other ? one : other);
const smaller = (one: Bound, other: Bound) => (one < other ? one : other);

/** Keyword → the function that returns the tighter one of two bounds. */
const tighter: Record<string, (one: Bound, other: Bound) => Bound> = {
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
};

function mergedKeywords(schemas: (Schema & Node)[]): Schema {
  const merged: Schema & Node = Object.assign({}, ...schemas);
  const items = schemas.flatMap((each) => each.items || []);
  if (items.length > 1) merged.items = { allOf: items };
  for (const [keyword, tightest] of Object.entries(tighter)) {
    const bounds = schemas
      .map((each) => each[keyword])
      .filter(
        (bound) => typeof bound === "number" || typeof bound === "bigint",
      );
    if (bounds.length > 0) merged[keyword] = bounds.reduce(tightest);
  }
  return merged;
}
