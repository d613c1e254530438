import { quoted, without } from "../model/collections.ts";
import {
  childOf,
  eachNode,
  isNode,
  listIn,
  nodeIn,
  textIn,
  textsIn,
  type Node,
} from "../model/node.ts";
import { operationNodesIn } from "../model/operation-nodes.ts";
import { namesIn } from "../model/pointer.ts";
import { rule, type Problem } from "./rule.ts";

/**
 * Checks that the type of each webhook's event is constant, and that each list of all event types
 * has the names of all webhooks. Events outside of the feed (`x-feed: false`) are optional in it.
 * Design guide: openapi/README.md#events
 */
export default rule("See openapi/README.md#events", (root) => [
  ...otherTypes(root),
  ...unlistedTypes(root),
]);

/** Finds the webhooks whose events have no constant type, or the type of another webhook. */
function otherTypes(root: Node): Problem[] {
  const problems: Problem[] = [];
  for (const { path, method } of operationNodesIn(root, "webhooks")) {
    const place = ["webhooks", path, method, ...placeOfSchema];
    const types = constantTypes(root, place.reduce<unknown>(childOf, root));
    if (types.includes(path)) continue;
    problems.push({
      message: `The schema of the event does not fix its type: give it a property \`type\` with \`const: ${path}\``,
      path: place,
    });
  }
  return problems;
}

const placeOfSchema = ["requestBody", "content", "application/json", "schema"];

/** Returns the constants of the property `type` in a schema and in what it is made of. */
function constantTypes(root: Node, schema: unknown): string[] {
  if (!isNode(schema)) return [];
  const type = textIn(nodeIn(nodeIn(schema, "properties"), "type"), "const");
  const reference = textIn(schema, "$ref");
  const parts = listIn(schema, "allOf");
  if (reference !== undefined)
    parts.push(namesIn(reference).reduce<unknown>(childOf, root));
  const inParts = parts.flatMap((part) => constantTypes(root, part));
  return type === undefined ? inParts : [type, ...inParts];
}

/** Reports types of events that a list of types lacks. */
function unlistedTypes(root: Node): Problem[] {
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
