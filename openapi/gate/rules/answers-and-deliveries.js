import { valueOf } from "./directions.js";

/** @typedef {import("./change.js").Change} Change */
/** @typedef {import("./change.js").Context} Context */

const becameOptional = (/** @type {Change} */ { kind, property, revision }) =>
  kind === "modified" && property === "required" && revision.value !== true;

/** A header that clients read without asking whether it is there. */
export function headerBecameOptional() {
  return {
    Response: {
      Header: (/** @type {Change} */ change, /** @type {Context} */ { report, getDirections }) => {
        if (becameOptional(change) && getDirections().includes("response")) {
          report({ message: `Header \`${change.node.revision?.key}\` is no longer always there.` });
        }
      },
    },
  };
}

/** Webhooks and callbacks are our requests: the receiver reads their parts as a client reads an answer. */
export function deliveryNarrowed() {
  return {
    Parameter: (/** @type {Change} */ change, /** @type {Context} */ { report, getDirections }) => {
      const { name, in: where } = valueOf(change.node.base);
      if (!getDirections().includes("response")) return;
      if (change.kind === "removed") report({ message: `\`${name}\` ${where} parameter is no longer sent.` });
      if (becameOptional(change))
        report({ message: `\`${name}\` ${where} parameter is no longer always sent.` });
    },
    ParameterList: (/** @type {Change} */ change, /** @type {Context} */ { report, getDirections }) => {
      if (change.kind === "removed" && getDirections().includes("response"))
        report({ message: "No parameters are sent any more." });
    },
    RequestBody: (/** @type {Change} */ change, /** @type {Context} */ { report, getDirections }) => {
      if (!getDirections().includes("response")) return;
      if (change.kind === "removed") report({ message: "No body is sent any more." });
      if (becameOptional(change)) report({ message: "The body is no longer always sent." });
    },
  };
}
