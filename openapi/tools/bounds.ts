import { operationsOf, resolve, type Contract, type Reference, type Schema } from "./contract.ts";

/** The keywords that bound a value. */
export interface Bounds {
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
}

/** What a description can say, and what bounds the value that it describes. */
interface Described extends Bounds {
  description?: string;
  items?: Described | Reference;
  default?: unknown;
}

/** The contract, whose descriptions of what a request can hold end with its bounds, and with the default of a parameter. */
export function withBounds(contract: Contract): Contract {
  const described = structuredClone(contract);
  const follow = <T extends object>(node: T | Reference): T => resolve(described, node);
  const seen = new Set<object>();
  const describe = (node: Described, ...texts: string[]) => {
    if (seen.has(node)) return;
    seen.add(node);
    const description = [node.description, ...texts].filter(Boolean).join(" ");
    if (description !== "") node.description = description;
  };
  for (const { operation } of operationsOf(described)) {
    for (const parameter of operation.parameters ?? []) {
      const node: Described & { schema: Described | Reference } = follow(parameter);
      const schema = follow(node.schema);
      const byDefault = schema.default === undefined ? "" : `Default: ${JSON.stringify(schema.default)}.`;
      describe(node, boundsOf(schema, follow), byDefault);
    }
    for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
      for (const field of Object.values(follow<Schema>(schema).properties ?? {}))
        describe(field, boundsOf(follow<Described>(field), follow));
  }
  return described;
}

/** E.g. `1 to 120 characters.`; empty for a value without bounds. */
function boundsOf(schema: Described, follow: (node: Described | Reference) => Described): string {
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
