import { quoted, without } from "../model/collections.ts";
import { eachNode, listIn, nodeIn, textsIn, type Node } from "../model/node.ts";
import { operationNodesIn } from "../model/operation-nodes.ts";
import { rule, type Problem } from "./rule.ts";

/**
 * Checks that each list of all event types has the names of all webhooks. Events outside of the
 * feed (`x-feed: false`) are optional in it. Design guide: openapi/README.md#events
 */
export default rule("See openapi/README.md#events", unknownEvents);

function unknownEvents(root: Node): Problem[] {
  const webhooks = operationNodesIn(root, "webhooks");
  const types = webhooks.map(({ path }) => path);
  const inFeed = webhooks
    .filter(({ operation }) => operation["x-feed"] !== false)
    .map(({ path }) => path);
  const problems: Problem[] = [];
  eachNode(nodeIn(nodeIn(root, "components"), "schemas"), (node, path) => {
    for (const name of ["enum", "x-extensible-enum"]) {
      const listed = textsIn(node as Node, name);
      const known = listed.filter((type) => types.includes(type));
      // The schema of one event has only its own types.
      if (known.length * 2 <= inFeed.length) continue;
      const place = ["components", "schemas", ...path, name];
      const missing = without(inFeed, listed);
      if (missing.length > 0)
        problems.push({
          message: `The list of the types of events does not have ${quoted(missing)}`,
          path: place,
          isKey: true,
        });
      for (const unknown of without(listed, [...types, "*"]))
        problems.push({
          message: `There is no webhook \`${unknown}\``,
          path: [...place, listIn(node as Node, name).indexOf(unknown)],
        });
    }
  });
  return problems;
}
