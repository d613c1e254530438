import { isNode, textIn, type Node } from "../../model/node.ts";
import { canonical } from "./fingerprint.ts";
import type { Schema } from "./schema.ts";

/** What a schema states besides the values that are valid. */
export interface Annotations {
  readOnly: boolean;
  writeOnly: boolean;
  deprecated: boolean;
  sunset: string | undefined;
  default: { value: unknown; node: Node } | undefined;
  /** How XML writes it. */
  xml: string | undefined;
}

const cache = new WeakMap<Schema, Annotations>();

export function annotationsOf(schema: Schema): Annotations {
  const found = cache.get(schema);
  if (found) return found;
  const { parts } = schema;
  const has = (name: string) => parts.some((part) => part[name] === true);
  const holder = parts.find((part) => "default" in part);
  const made: Annotations = {
    readOnly: has("readOnly"),
    writeOnly: has("writeOnly"),
    deprecated: has("deprecated"),
    sunset: parts.map((part) => textIn(part, "x-sunset")).find((day) => day !== undefined),
    default: holder && { value: holder["default"], node: holder },
    xml: parts
      .map((part) => part["xml"])
      .filter(isNode)
      .map(canonical)[0],
  };
  cache.set(schema, made);
  return made;
}
