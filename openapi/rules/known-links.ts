import type { Location, UserContext } from "@redocly/openapi-core";
import { childOf, isNode, textIn, type Node } from "../model/node.ts";
import { followed, namesIn } from "../model/pointer.ts";
import { closest } from "./closest.ts";

/** A link to an operation. */
interface LinkToId {
  operationId: string;
  location: Location;
}

/** A link to the place of an operation. */
interface LinkToPlace {
  operationRef: string;
  location: Location;
}

/** Returns false for a pointer into a contract that leads to nothing. */
function leadsSomewhere(root: Node, reference: string): boolean {
  if (!reference.startsWith("#/")) return true;
  let node: unknown = root;
  for (const name of namesIn(reference)) {
    // The operations of another file are not known here.
    if (isNode(node) && /^[^#]/.test(textIn(node, "$ref") ?? "")) return true;
    node = childOf(isNode(node) ? followed(root, node) : node, name);
  }
  return isNode(node);
}

/** Checks that a link names one operation, and that an operation has its `operationId`. */
export default function knownLinks() {
  const ids = new Set<string>();
  const links: LinkToId[] = [];
  const references: LinkToPlace[] = [];
  return {
    Operation(operation: Node) {
      const id = textIn(operation, "operationId");
      if (id !== undefined) ids.add(id);
    },
    Link(link: Node, { report, location }: UserContext) {
      const { operationId, operationRef } = link;
      if ((operationId === undefined) === (operationRef === undefined))
        report({
          message:
            "A link names its operation by either `operationId` or `operationRef`",
          location: location.key(),
        });
      if (typeof operationId === "string")
        links.push({ operationId, location: location.child(["operationId"]) });
      if (typeof operationRef === "string")
        references.push({
          operationRef,
          location: location.child(["operationRef"]),
        });
    },
    Root: {
      leave(root: Node, { report, location: { source } }: UserContext) {
        for (const { operationRef, location } of references) {
          const isHere = location.source === source;
          if (isHere && !leadsSomewhere(root, operationRef))
            report({
              message: `The contract has no operation at \`${operationRef}\``,
              location,
            });
        }
        for (const { operationId, location } of links) {
          if (ids.has(operationId)) continue;
          report({
            message: `No operation has the operationId \`${operationId}\``,
            suggest: closest(operationId, [...ids]),
            location,
          });
        }
      },
    },
  };
}
