import { directionsOf, nameOf, valueOf } from "./directions.js";

/** @typedef {import("./change.js").Change} Change */
/** @typedef {import("./change.js").Context} Context */

/** `readOnly` and `writeOnly` decide in which direction a member exists at all. */
export function accessChanged() {
  return {
    Schema: (/** @type {Change} */ { kind, property, revision, node }, /** @type {Context} */ { report }) => {
      if (kind !== "modified" || (property !== "readOnly" && property !== "writeOnly")) return;
      const lost = property === "readOnly" ? "request" : "response";
      if (
        !directionsOf(node.parent)
          .concat(...node.referencedBy.map((user) => directionsOf(user)))
          .includes(lost)
      )
        return;
      if (revision.value === true) report({ message: `The member${nameOf(node)} became \`${property}\`.` });
      else if (property === "readOnly" && isRequired(node))
        report({ message: `The member${nameOf(node)} is no longer \`readOnly\`, and required.` });
    },
  };
}

/** @type {(pair: import("./directions.js").Pair) => boolean} */
function isRequired({ parent, revision }) {
  return valueOf(parent?.parent?.revision).required?.includes(revision?.key) === true;
}
