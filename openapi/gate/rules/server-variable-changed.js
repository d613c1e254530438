import { quoted, without } from "./change.js";

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
