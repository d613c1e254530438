import type { Location, UserContext } from "@redocly/openapi-core";
import { without } from "../model/collections.ts";
import { isNode, listIn, nodeIn, textIn, type Node } from "../model/node.ts";
import { methods } from "../model/operation-nodes.ts";
import { namesInTemplate } from "./template-names.ts";

/** An object with its place, after its references. */
interface Resolved {
  node: Node;
  location: Location;
}

/**
 * Checks that each name in the template of a path is a path parameter of each operation, and each
 * path parameter a name in the template. Redocly's rule of this name knows only names of Latin
 * letters and digits, and fails at callbacks in callbacks.
 */
export default function pathParametersDefined() {
  return { Paths: checkPaths, WebhooksMap: checkPaths };
}

function checkPaths(paths: Node, context: UserContext): void {
  for (const [path, value] of Object.entries(paths)) {
    const item = resolved(value, context.location.child([path]), context);
    if (item) checkPath(path, item, context);
  }
}

function checkPath(path: string, item: Resolved, context: UserContext): void {
  const shared = pathParametersOf(item, context);
  reportUnused(path, shared, context);
  for (const operation of operationsOf(item, context)) {
    const own = pathParametersOf(operation, context);
    reportUnused(path, own, context);
    const defined = [...shared, ...own].map(({ node }) => node["name"]);
    for (const name of without(namesInTemplate(path), defined))
      context.report({
        message: `The operation does not define the path parameter \`{${name}}\` expected by path \`${path}\``,
        location: operation.location.child(["parameters"]).key(),
      });
  }
}

function operationsOf(item: Resolved, context: UserContext): Resolved[] {
  const additional = nodeIn(item.node, "additionalOperations");
  const rest = item.location.child(["additionalOperations"]);
  return [
    ...methods.map((method) =>
      resolved(item.node[method], item.location.child([method]), context),
    ),
    ...Object.entries(additional).map(([method, operation]) =>
      resolved(operation, rest.child([method]), context),
    ),
  ].flatMap((operation) => operation ?? []);
}

function reportUnused(
  path: string,
  parameters: Resolved[],
  { report }: UserContext,
): void {
  const names = namesInTemplate(path);
  for (const { node, location } of parameters) {
    const name = textIn(node, "name");
    if (name === undefined || names.includes(name)) continue;
    report({
      message: `The path \`${path}\` does not have the path parameter \`{${name}}\``,
      location: location.child(["name"]),
    });
  }
}

/** Returns the path parameters in the list of a path or an operation. */
const pathParametersOf = (
  { node, location }: Resolved,
  context: UserContext,
): Resolved[] =>
  listIn(node, "parameters").flatMap((value, i) => {
    const place = location.child(["parameters", i]);
    const parameter = resolved(value, place, context);
    return parameter?.node["in"] === "path" ? [parameter] : [];
  });

/** Follows the reference of an object. Returns undefined when it leads to no object. */
function resolved(
  value: unknown,
  location: Location,
  context: UserContext,
): Resolved | undefined {
  if (!isNode(value)) return undefined;
  const $ref = textIn(value, "$ref");
  if ($ref === undefined) return { node: value, location };
  const file = location.source.absoluteRef;
  const target = context.resolve<object>({ $ref }, file);
  if (!isNode(target.node) || !target.location) return undefined;
  return { node: target.node, location: target.location };
}
