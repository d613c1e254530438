import { quoted, without } from "./change.js";
import { valueOf } from "./directions.js";

/** @typedef {import("./change.js").Change} Change */
/** @typedef {import("./change.js").Context} Context */

/** The address that comes out for a client that sets nothing, or what it set before. */
export function serverVariableChanged() {
  return {
    ServerVariable: (/** @type {Change} */ change, /** @type {Context} */ { report }) => {
      if (change.kind !== "modified") return;
      const { base, revision, node } = change;
      const name = `Server variable \`${node.revision?.key}\``;
      if (change.property === "default")
        report({ message: `${name} is \`${revision.value}\` by default, no longer \`${base.value}\`.` });
      const lost = change.property === "enum" ? without(base.value, revision.value) : [];
      if (lost.length > 0 && revision.value) report({ message: `${name} can no longer be ${quoted(lost)}.` });
    },
  };
}

/** Servers of a path or an operation replace those of the contract. Redocly compares each list with itself. */
export function serversReplaced() {
  return {
    Operation: (/** @type {Change} */ change, /** @type {Context} */ { report }) => {
      if (change.kind !== "modified" || change.property !== "ownServers") return;
      const { base, revision, node } = change;
      const root = rootOf(node);
      const lost = without(base.value ?? urlsOf(root.base), revision.value ?? urlsOf(root.revision));
      if (lost.length > 0) report({ message: `The operation is no longer on the server ${quoted(lost)}.` });
    },
  };
}

/** @type {(pair: import("./directions.js").Pair) => import("./directions.js").Pair} */
const rootOf = (pair) => (pair.parent ? rootOf(pair.parent) : pair);

/** @type {(root: import("./directions.js").Side | undefined) => string[]} */
const urlsOf = (root) => valueOf(root).servers.map((/** @type {{ url: string }} */ { url }) => url);
