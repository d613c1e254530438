import {
  eachNode,
  listIn,
  nodeIn,
  operationNodesIn,
  quoted,
  textsIn,
  without,
  type Node,
} from "../model/node.ts";
import { rule, type Problem } from "./rule.ts";

/**
 * Each list of the types of all events has those of all webhooks. An event that the feed does not have (`x-feed: false`) may be
 * in such a list.
 */
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
      // The schema of an event has its own types alone.
      if (known.length * 2 <= inFeed.length) continue;
      const place = ["components", "schemas", ...path, name];
      const missing = without(inFeed, listed);
      if (missing.length > 0)
        problems.push({
          says: `The list of the types of events does not have ${quoted(missing)}`,
          path: place,
          isKey: true,
        });
      for (const unknown of without(listed, [...types, "*"]))
        problems.push({
          says: `There is no webhook \`${unknown}\``,
          path: [...place, listIn(node as Node, name).indexOf(unknown)],
        });
    }
  });
  return problems;
}

/** Redocly rule. Design guide: openapi/README.md#events */
export default rule("See openapi/README.md#events", unknownEvents);
