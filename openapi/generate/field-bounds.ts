import {
  followIn,
  operationsOf,
  type Contract,
  type Follow,
  type Parameter,
  type Schema,
} from "../model/contract.ts";
import { limitsOf } from "../model/limits-in-words.ts";

/**
 * Returns the contract with further text in the descriptions of requests: the bounds of each value,
 * and the default of a parameter.
 */
export function withBounds(contract: Contract): Contract {
  const described = structuredClone(contract);
  const follow = followIn(described);
  const seen = new Set<object>();
  const describe = (node: { description?: string }, ...texts: string[]) => {
    if (seen.has(node)) return;
    seen.add(node);
    const description = [node.description, ...texts].filter(Boolean).join(" ");
    if (description !== "") node.description = description;
  };
  for (const { operation } of operationsOf(described)) {
    for (const parameter of operation.parameters ?? []) {
      const node = follow<Parameter>(parameter);
      const schema = follow(node.schema);
      const byDefault =
        schema.default === undefined
          ? ""
          : `Default: ${JSON.stringify(schema.default)}.`;
      describe(node, boundsOf(schema, follow), byDefault);
    }
    for (const { schema } of Object.values(
      operation.requestBody?.content ?? {},
    ))
      for (const field of Object.values(
        follow<Schema>(schema).properties ?? {},
      ))
        describe(field, boundsOf(follow(field), follow));
  }
  return described;
}

/** Writes the bounds, e.g. `1 to 120 characters.`; an empty text for a value without bounds. */
function boundsOf(schema: Schema, follow: Follow): string {
  const limits = limitsOf(schema, schema.items && follow(schema.items)).join(
    ", ",
  );
  return limits && `${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`;
}
