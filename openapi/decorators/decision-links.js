import { linksTo } from "./chapters/decisions.js";

/**
 * What may say `description` and `x-decision`, and where else a page takes its description from.
 * @typedef {{ description?: string, "x-decision"?: string[], $ref?: string, schema?: Described, items?: Described,
 *   content?: Record<string, { schema?: Described }> }} Described
 */
/** @typedef {(node: Described) => Described} Follow */

/** @type {(node: unknown) => node is Described} */
const isDescribed = (node) => typeof node === "object" && node !== null;

/** Ends what a decision of ours shaped (`x-decision`) with a link to that decision, for the docs only. */
export default function decisionLinks() {
  return {
    Root: {
      leave: (/** @type {object} */ root, /** @type {any} */ context) => {
        const follow = (/** @type {object} */ node) => context.resolve(node).node;
        for (const { node, decisions } of [...decided(root, follow)]) {
          node.description = [node.description?.trimEnd(), ...linksTo(decisions)].filter(Boolean).join(" ");
        }
      },
    },
  };
}

/**
 * @param {unknown} node
 * @param {Follow} follow
 * @param {Set<object>} seen Aliases make one object stand in several places.
 * @returns {Generator<{ node: Described, decisions: Set<string> }>}
 */
function* decided(node, follow, seen = new Set()) {
  if (!isDescribed(node) || seen.has(node)) return;
  seen.add(node);
  const speaks = typeof node.description === "string";
  const decisions = new Set(speaks ? decisionsOf(node, follow) : node["x-decision"]);
  if (decisions.size > 0) yield { node, decisions };
  for (const child of Object.values(node)) yield* decided(child, follow, seen);
}

/**
 * A description stands in the page instead of those below it: of the target of its reference, of its schema, of its items.
 * @param {Described} node
 * @param {Follow} follow
 * @returns {string[]}
 */
function decisionsOf(node, follow) {
  const { "x-decision": own = [], $ref, schema, items, content = {} } = node;
  const media = Object.values(content).map(({ schema }) => schema);
  const below = [$ref === undefined ? undefined : follow(node), schema, items, ...media].filter(isDescribed);
  return [...own, ...below.flatMap((child) => decisionsOf(child, follow))];
}
