import type { Contract, Schema } from "../model/contract.ts";
import { eachNode, isNode, listIn, textIn } from "../model/node.ts";
import { pointerTo } from "../model/pointer.ts";

/**
 * Returns the contract with a union of its subtypes in place of each schema whose discriminator
 * lists them, as a value of the schema has the fields of one of them. A schema that a subtype
 * still refers to stays.
 */
export function withSubtypes<C extends Contract>(contract: C): C {
  const { schemas } = contract.components;
  const extended = extendedSchemas(schemas);
  const united = Object.entries(schemas).map(([name, schema]) => {
    const own = pointerTo("#/components/schemas", name);
    const subtypes = subtypesOf(schema);
    const isUnion =
      subtypes.length > 0 && !subtypes.includes(own) && !extended.has(own);
    return [name, isUnion ? unionOf(schema, subtypes) : schema];
  });
  return {
    ...contract,
    components: { ...contract.components, schemas: Object.fromEntries(united) },
  };
}

/** Lists the references of an object's discriminator, when the object has no branches. */
function subtypesOf({ type, oneOf, anyOf, discriminator }: Schema): string[] {
  if (type !== "object" || oneOf || anyOf) return [];
  return [...new Set(Object.values(discriminator?.mapping ?? {}))];
}

/** Returns the references of the schemas that some `allOf` refers to. */
function extendedSchemas(schemas: Record<string, Schema>): Set<string> {
  const found = new Set<string>();
  eachNode(schemas, (node) => {
    for (const part of listIn({ ...node }, "allOf").filter(isNode)) {
      const $ref = textIn(part, "$ref");
      if ($ref !== undefined) found.add($ref);
    }
  });
  return found;
}

function unionOf({ description, discriminator }: Schema, subtypes: string[]) {
  return {
    ...(description !== undefined && { description }),
    oneOf: subtypes.map(($ref) => ({ $ref })),
    discriminator,
  };
}
