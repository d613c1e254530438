import type { Contract, Schema } from "../contract.ts";
import { childOf } from "../node.ts";
import { valueSchema } from "../value-schema.ts";
import { maxDepth, type Place } from "./place.ts";

/** Returns the schemas of an `if` and its `then`, and those that depend on a required field. */
export function conditionsOf(
  { if: condition, then, required = [], dependentSchemas = {} }: Schema,
  alsoRequired: string[],
): Schema[] {
  const names = new Set([...required, ...alsoRequired]);
  const dependent = Object.entries(dependentSchemas)
    .filter(([name]) => names.has(name))
    .map(([, schema]) => schema);
  return condition && then ? [condition, then, ...dependent] : dependent;
}

/** Returns the fields that a schema and the branches of its `allOf` require. */
export function requiredOf(
  contract: Contract,
  node: Schema,
  depth = 0,
): string[] {
  const { required = [], allOf = [] } = valueSchema(contract, node);
  if (depth > maxDepth) return required;
  const ofParts = allOf.flatMap((part) =>
    requiredOf(contract, part, depth + 1),
  );
  return [...required, ...ofParts];
}

/** Returns the names of the fields that an object needs. */
export function neededNames(
  { required = [], dependentRequired = {} }: Schema,
  place: Place,
): Set<string> {
  const names = new Set([...required, ...place.required]);
  // A set also visits what is added on the way.
  for (const name of names)
    for (const other of (childOf(dependentRequired, name) as string[]) ?? [])
      names.add(other);
  return names;
}
