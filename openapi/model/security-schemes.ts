import { isNode, listIn, nodeIn, type Node } from "./node.ts";
import {
  callbackNodesIn,
  operationNodesIn,
  pathSections,
} from "./operation-nodes.ts";
import { followed, namesIn } from "./pointer.ts";

const place = "#/components/securitySchemes/";

/**
 * Replaces references to security schemes by the schemes, and the URIs by which OpenAPI 3.2 may name
 * a scheme of the contract by its name.
 */
export function resolveSchemes(contract: Node): void {
  const schemes = nodeIn(nodeIn(contract, "components"), "securitySchemes");
  for (const [name, scheme] of Object.entries(schemes)) {
    if (!isNode(scheme) || !("$ref" in scheme)) continue;
    const { $ref, ...fieldsBeside } = scheme;
    schemes[name] = { ...followed(contract, { $ref }), ...fieldsBeside };
  }
  const operations = pathSections
    .flatMap((section) => operationNodesIn(contract, section))
    .flatMap(({ operation }) => [
      operation,
      ...callbackNodesIn(contract, operation).map((each) => each.operation),
    ]);
  for (const holder of [contract, ...operations])
    if ("security" in holder)
      holder["security"] = listIn(holder, "security").map((requirement) =>
        isNode(requirement) ? withNames(requirement, schemes) : requirement,
      );
}

function withNames(requirement: Node, schemes: Node): Node {
  const entries = Object.entries(requirement).map(([name, scopes]) => {
    const isUri = name.startsWith(place) && !Object.hasOwn(schemes, name);
    return [(isUri && namesIn(name)[2]) || name, scopes];
  });
  return Object.fromEntries(entries);
}
