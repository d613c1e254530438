import { listIn, mapNodes, rewrite, textIn, type Node } from "./node.ts";
import { is30 } from "./version-30.ts";

/** The keywords that narrow the schema of a `$ref` beside them. */
const narrowing =
  /^(type|enum|const|format|pattern|multipleOf|required|(min|max|exclusiveMin|exclusiveMax)[a-zA-Z]+|uniqueItems|items|prefixItems|contains|properties|patternProperties|additionalProperties|propertyNames|dependent(Required|Schemas)|unevaluated(Items|Properties)|allOf|anyOf|oneOf|not|if|then|else)$/;

/** Returns true for a reference to a schema of the components. */
export const refersToSchema = (node: Node): boolean =>
  textIn(node, "$ref")?.startsWith("#/components/schemas/") === true;

/**
 * Moves each `$ref` with narrowing keywords beside it into an `allOf`, which says the same: few
 * tools read what is beside a `$ref`. OpenAPI 3.0 ignores it.
 */
export function moveReferencesIntoAllOf(contract: Node): void {
  if (is30(contract["openapi"])) return;
  const found: Node[] = [];
  mapNodes(contract, (node) => {
    const isNarrowed = Object.keys(node).some((key) => narrowing.test(key));
    if (refersToSchema(node) && isNarrowed) found.push(node);
    return node;
  });
  for (const node of found) {
    const { $ref, ...beside } = node;
    rewrite(node, { ...beside, allOf: [{ $ref }, ...listIn(node, "allOf")] });
  }
}
