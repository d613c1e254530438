import type { Location, UserContext } from "@redocly/openapi-core";
import { textIn, type Node } from "../model/node.ts";
import { closest } from "./closest.ts";

/** A link to an operation. */
interface LinkToId {
  operationId: string;
  location: Location;
}

/** Checks that a link names one operation, and that an operation has its `operationId`. */
export default function knownLinks() {
  const ids = new Set<string>();
  const links: LinkToId[] = [];
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
    },
    Root: {
      leave(_: Node, { report }: UserContext) {
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
