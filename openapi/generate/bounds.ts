import {
  followIn,
  operationsOf,
  type Contract,
  type Follow,
  type Parameter,
  type Schema,
} from "../model/contract.ts";

/** The contract, whose descriptions of what a request can hold end with its bounds, and with the default of a parameter. */
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
      const byDefault = schema.default === undefined ? "" : `Default: ${JSON.stringify(schema.default)}.`;
      describe(node, boundsOf(schema, follow), byDefault);
    }
    for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
      for (const field of Object.values(follow<Schema>(schema).properties ?? {}))
        describe(field, boundsOf(follow(field), follow));
  }
  return described;
}

/** E.g. `1 to 120 characters.`; empty for a value without bounds. */
function boundsOf(schema: Schema, follow: Follow): string {
  const each = schema.items && boundsOf(follow(schema.items), follow);
  const bounds = [
    range(schema.minimum, schema.maximum, ""),
    range(schema.minLength, schema.maxLength, " characters"),
    range(schema.minItems, schema.maxItems, " elements"),
    range(undefined, schema.maxProperties, " keys"),
  ].filter((text) => text !== "");
  const own = bounds.join(", ");
  return own && each ? `${own}, each ${lower(each)}` : own && `${own}.`;
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (most === undefined) return least === undefined ? "" : `At least ${least}${unit}`;
  return least === undefined ? `At most ${most}${unit}` : `${least} to ${most}${unit}`;
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
