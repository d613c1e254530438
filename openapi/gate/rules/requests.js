import { valueOf } from "./directions.js";

/** @typedef {import("./change.js").Change} Change */
/** @typedef {import("./change.js").Context} Context */

/** Redocly asks whether a body became required, and not whether a new one is. */
export function bodyAddedAsRequired() {
  return {
    RequestBody: (/** @type {Change} */ { kind, node }, /** @type {Context} */ { report, getDirections }) => {
      if (kind === "added" && valueOf(node.revision).required === true && getDirections().includes("request"))
        report({ message: "A required request body was added." });
    },
  };
}

/** A parameter has a `schema` and is plain, or `content` and is of that media type. */
export function parameterEncodingChanged() {
  return {
    Parameter: {
      MediaTypesMap: (/** @type {Change} */ { kind, node }, /** @type {Context} */ { report }) => {
        if (kind === "modified" || node.parent?.base?.type.name !== "Parameter") return;
        const how = kind === "added" ? "now in a media type" : "no longer in a media type";
        report({ message: `\`${valueOf(node.parent.base).name}\` parameter is ${how}.` });
      },
    },
  };
}
