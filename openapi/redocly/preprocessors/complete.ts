import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { complete } from "../../model/complete.ts";
import type { Node } from "../../model/node.ts";
import type { Context } from "../redocly.ts";

/** Fills in what rules compute before lint checks the contract, and before the docs and the mock get it. */
export default function completePreprocessor() {
  return {
    Root: (root: Node, { location }: Context) => {
      const folder = dirname(location.source.absoluteRef);
      complete(root, (path) => readFileSync(join(folder, path), "utf8"));
    },
  };
}
