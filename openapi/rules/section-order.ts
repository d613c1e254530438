import type { Context } from "../redocly/redocly.ts";

const root = [
  "openapi",
  "info",
  "servers",
  "security",
  "tags",
  "x-shared",
  "x-limits",
  "x-delivery",
  "x-defaults",
  "x-unrouted-responses",
  "x-example-files",
  "paths",
  "webhooks",
  "components",
];
const components = [
  "securitySchemes",
  "parameters",
  "headers",
  "requestBodies",
  "responses",
  "schemas",
  "examples",
];

/**
 * Keeps the sections in one order, so that a reader finds a thing by scrolling. A section that the order does
 * not have is reported too, but for a mark, which `known-marks` checks.
 * Design guide: openapi/README.md#order
 */
export default function sectionOrder() {
  return {
    Root: (node: object, context: Context) => inOrder(node, root, context),
    Components: (node: object, context: Context) => inOrder(node, components, context),
  };
}

function inOrder(node: object, order: string[], context: Context): void {
  let last = -1;
  for (const name of Object.keys(node)) {
    const index = order.indexOf(name);
    if (index === -1 && name.startsWith("x-")) continue;
    if (index === -1 || index < last) {
      const problem = index === -1 ? "has no place" : `stands after \`${order[last]}\``;
      context.report({
        message: `Section \`${name}\` ${problem}. The order is: ${order.join(", ")}. See openapi/README.md#order`,
        location: context.location.child([name]).key(),
      });
      return;
    }
    last = index;
  }
}
