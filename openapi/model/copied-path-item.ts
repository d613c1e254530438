import type { Node } from "./node.ts";
import { followed } from "./pointer.ts";

/** Returns a copy of the path item that a node refers to, with the fields beside the reference. */
export function copiedPathItem(
  contract: Node,
  { $ref, ...fieldsBeside }: Node,
): Node {
  const target = structuredClone(followed(contract, { $ref }));
  return { ...target, ...fieldsBeside };
}
