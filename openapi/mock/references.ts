import { hasReference } from "../model/deep-references.ts";
import { isNode, isValue, type Node } from "../model/node.ts";
import type { Found } from "./notes.ts";

/** Removes references from the values and the extensions of a node, as Prism follows them by mistake. */
export function withoutReferences(
  node: Node,
  parentKey: string,
  found: Found,
): Node {
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      const isExtension = key.startsWith("x-");
      const isOfApi = isValue(key, value, parentKey);
      if ((!isExtension && !isOfApi) || !hasReference(value))
        return [key, value];
      // The notes do not name extensions, which the mock never sends.
      found.hasReferences ||= isOfApi;
      return [key, withoutReference(value)];
    }),
  );
}

function withoutReference(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReference);
  if (!isNode(value)) return value;
  const kept = Object.entries(value).filter(
    ([name, child]) => name !== "$ref" || typeof child !== "string",
  );
  return Object.fromEntries(
    kept.map(([name, child]) => [name, withoutReference(child)]),
  );
}
