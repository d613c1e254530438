import {
  getLineColLocation,
  type Location,
  type UserContext,
} from "@redocly/openapi-core";
import { basename } from "node:path";
import { textIn, type Node } from "../model/node.ts";
import { namesIn } from "../model/pointer.ts";

/** Reports an `operationId` that another operation has, and names that one. */
export default function operationIdsUnique() {
  const first = new Map<string, Location>();
  return {
    Operation(operation: Node, { report, location }: UserContext) {
      const id = textIn(operation, "operationId");
      if (id === undefined) return;
      const other = first.get(id);
      if (!other) first.set(id, location);
      else
        report({
          message: `${placeOf(other, location)} has the operationId \`${id}\` too`,
          location: location.child(["operationId"]),
        });
    },
  };
}

/** Names an operation and its line, and its file when it is another one. */
function placeOf(operation: Location, from: Location): string {
  const { source, pointer } = operation;
  const { line } = getLineColLocation(operation.child(["operationId"])).start;
  const isSameFile = source.absoluteRef === from.source.absoluteRef;
  const place = isSameFile
    ? `in line ${line}`
    : `in ${basename(source.absoluteRef)}:${line}`;
  return `\`${nameOf(pointer)}\` ${place}`;
}

/** Returns the name of an operation: `GET /ships`, or otherwise its pointer. */
function nameOf(pointer: string): string {
  const [section, path, method, ...more] = namesIn(pointer);
  const isOfPath = section === "paths" && more.length === 0;
  return isOfPath && method !== undefined
    ? `${method.toUpperCase()} ${path}`
    : pointer;
}
