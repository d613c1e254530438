import { nameOf } from "./directions.js";

/** @typedef {import("./change.js").Change} Change */
/** @typedef {import("./change.js").Context} Context */

/** A default of an answer is a note; in a request it decides what happens to those who say nothing. */
export function defaultChanged() {
  return {
    Schema: (/** @type {Change} */ change, /** @type {Context} */ { report, getDirections }) => {
      if (change.kind !== "modified" || change.property !== "default") return;
      const { base, revision } = change;
      if (base.value === undefined || !getDirections().includes("request")) return;
      const now = revision.value === undefined ? "is gone" : `is \`${revision.value}\``;
      report({ message: `The default${nameOf(change.node)} was \`${base.value}\` and ${now}.` });
    },
  };
}
