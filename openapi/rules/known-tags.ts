import { without } from "../model/collections.ts";
import { isNode, listIn, textIn, textsIn, type Node } from "../model/node.ts";
import { operationNodesIn, pathSections } from "../model/operation-nodes.ts";
import { closest } from "./closest.ts";
import { rule, type Problem } from "./rule.ts";

/**
 * Checks that each tag of an operation is one of the contract's `tags`. Reports a missing tag once,
 * at its first use. Design guide: openapi/README.md#names
 */
export default rule("See openapi/README.md#names", unknownTags);

function unknownTags(root: Node): Problem[] {
  const declared = listIn(root, "tags").map(
    (tag) => (isNode(tag) && textIn(tag, "name")) || "",
  );
  const firstUses = firstUsesOfTags(root);
  const used = [...firstUses.keys()];
  const unused = without(declared, used);
  return without(used, declared).map((missing) => ({
    message: `There is no tag \`${missing}\` in the \`tags\` of the contract`,
    path: firstUses.get(missing) ?? [],
    // The declared tag of a renamed one has no operation any more.
    suggest: [...new Set([...closest(missing, declared), ...unused])],
  }));
}

/** Returns tag → path of its first use. */
function firstUsesOfTags(root: Node): Map<string, Problem["path"]> {
  const uses = new Map<string, Problem["path"]>();
  for (const section of pathSections)
    for (const located of operationNodesIn(root, section)) {
      const { path, method, operation } = located;
      for (const [i, tag] of textsIn(operation, "tags").entries())
        if (!uses.has(tag)) uses.set(tag, [section, path, method, "tags", i]);
    }
  return uses;
}
