import { nameOf } from "./directions.js";

/** @typedef {import("./change.js").Change} Change */
/** @typedef {import("./change.js").Context} Context */

/** A list that says from the start that it may grow. */
export function openEnumChanged() {
  return {
    Schema: (/** @type {Change} */ change, /** @type {Context} */ { report }) => {
      if (change.kind === "modified" && change.property === "knownValues")
        report({ message: `The known values${nameOf(change.node)} changed.` });
    },
  };
}

/** Who uses it should hear of it. */
export function deprecated() {
  const visit = (/** @type {Change} */ change, /** @type {Context} */ { report }) => {
    if (change.kind === "modified" && change.property === "deprecated" && change.revision.value === true)
      report({
        message: `${change.node.revision?.type.name} \`${change.node.revision?.key}\` is deprecated.`,
      });
  };
  return { Operation: visit, Parameter: visit, Schema: visit, Header: visit };
}
