import type { UserContext } from "@redocly/openapi-core";
import { quoted } from "../model/collections.ts";
import { isNode, type Node } from "../model/node.ts";

/** Checks that the default of a schema has the type of the schema. */
export default function typedDefaults() {
  return {
    Schema(schema: unknown, { report, location }: UserContext) {
      if (!isNode(schema) || hasTypedDefault(schema)) return;
      const value = JSON.stringify(schema["default"]);
      const types = quoted([schema["type"]].flat());
      report({
        message: `The default \`${value}\` does not have the type ${types}`,
        location: location.child(["default"]),
      });
    },
  };
}

/** Returns false for a schema whose default has another type. */
export function hasTypedDefault(schema: Node): boolean {
  const { type, default: value, nullable } = schema;
  if (value === undefined || type === undefined) return true;
  if (value === null && nullable === true) return true;
  return [type].flat().some((each) => hasType(value, each));
}

function hasType(value: unknown, type: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isNode(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}
