import type { Context } from "../redocly.ts";
import { linksTo } from "./chapters/decisions.ts";

/** What may have `description` and `x-decision`, and where else a page takes its description from. */
interface Described {
  description?: string;
  "x-decision"?: string[];
  $ref?: string;
  schema?: Described;
  items?: Described;
  content?: Record<string, { schema?: Described }>;
}
type Follow = (node: Described) => Described;

const isDescribed = (node: unknown): node is Described => typeof node === "object" && node !== null;

/** Ends what a decision of ours shaped (`x-decision`) with a link to that decision, for the docs only. */
export default function decisionLinks() {
  return {
    Root: {
      leave: (root: object, context: Context) => {
        const follow: Follow = (node) => context.resolve(node).node;
        for (const { node, decisions } of [...decided(root, follow)]) {
          node.description = [node.description?.trimEnd(), ...linksTo(decisions)].filter(Boolean).join(" ");
        }
      },
    },
  };
}

/** @param seen Aliases make one object stand in several places. */
function* decided(
  node: unknown,
  follow: Follow,
  seen = new Set<object>(),
): Generator<{ node: Described; decisions: Set<string> }> {
  if (!isDescribed(node) || seen.has(node)) return;
  seen.add(node);
  const speaks = typeof node.description === "string";
  const decisions = new Set(speaks ? decisionsOf(node, follow) : node["x-decision"]);
  if (decisions.size > 0) yield { node, decisions };
  for (const child of Object.values(node)) yield* decided(child, follow, seen);
}

/** A description stands in the page instead of those below it: of the target of its reference, of its schema, of its items. */
function decisionsOf(node: Described, follow: Follow): string[] {
  const { "x-decision": own = [], $ref, schema, items, content = {} } = node;
  const media = Object.values(content).map(({ schema }) => schema);
  const below = [$ref === undefined ? undefined : follow(node), schema, items, ...media].filter(isDescribed);
  return [...own, ...below.flatMap((child) => decisionsOf(child, follow))];
}
