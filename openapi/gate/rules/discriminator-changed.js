import { quoted, without } from "./change.js";
import { nameOf } from "./directions.js";

/** @typedef {import("./change.js").Change} Change */
/** @typedef {import("./change.js").Context} Context */

/** Clients choose the type to decode by it. A new value is judged where its schema is: in `oneOf`. */
export function discriminatorChanged() {
  return {
    Schema: (/** @type {Change} */ change, /** @type {Context} */ { report, getDirections }) => {
      if (change.kind !== "modified" || getDirections().length === 0) return;
      const { base, revision, property } = change;
      const name = `\`discriminator\`${nameOf(change.node)}`;
      if (property === "discriminatorProperty" && base.value !== undefined && revision.value !== undefined) {
        report({ message: `${name} reads \`${revision.value}\` instead of \`${base.value}\`.` });
      }
      const lost = property === "discriminatorMapping" ? without(base.value, revision.value) : [];
      if (lost.length > 0) report({ message: `${name} no longer maps ${quoted(lost)}.` });
    },
  };
}
