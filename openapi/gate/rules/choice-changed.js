import { nameOf, valueOf } from "./directions.js";

/** @typedef {import("./change.js").Change} Change */
/** @typedef {import("./change.js").Context} Context */

/**
 * The branches of a choice. Unlike Redocly's rule of the same aim, a schema that becomes one branch of a choice is
 * still accepted, and a choice of which one branch is left still answers what it did.
 */
export function choiceChanged() {
  return {
    Schema: { OneOf: choice("oneOf"), AnyOf: choice("anyOf"), AllOf: parts },
    OneOf: { Schema: branch("oneOf") },
    AnyOf: { Schema: branch("anyOf") },
    AllOf: { Schema: part },
  };
}

const done = { added: "was added", removed: "was removed", modified: "changed" };

/** @type {(name: string) => (change: Change, context: Context) => void} */
const choice = (name) => (change, context) => {
  const { kind, node } = change;
  const [base, revision] = [valueOf(node.parent?.base), valueOf(node.parent?.revision)];
  const wrapped = kind === "added" ? isBranch(base, node.revision) : isBranch(revision, node.base);
  if (kind !== "modified" && !wrapped) say(name, kind === "added" ? "request" : "response", change, context);
};

/** @type {(name: string) => (change: Change, context: Context) => void} */
const branch = (name) => (change, context) => {
  if (change.kind !== "modified")
    say(`A branch of ${name}`, change.kind === "removed" ? "request" : "response", change, context);
};

function parts(/** @type {Change} */ change, /** @type {Context} */ context) {
  if (change.kind !== "modified")
    say("allOf", change.kind === "added" ? "request" : "response", change, context);
}

function part(/** @type {Change} */ change, /** @type {Context} */ context) {
  if (change.kind !== "modified")
    say("A part of allOf", change.kind === "added" ? "request" : "response", change, context);
}

/** @type {(what: string, hurts: string, change: Change, context: Context) => void} */
function say(what, hurts, { kind, node }, { report, getDirections }) {
  const schema = what.includes(" ") ? node.parent?.parent : node.parent;
  if (getDirections().some((direction) => direction === hurts))
    report({ message: `${what}${schema ? nameOf(schema) : ""} ${done[kind]}.` });
}

/** @type {(schema: any, list: import("./directions.js").Side | undefined) => boolean} */
function isBranch(schema, list) {
  const wanted = JSON.stringify(schema);
  return list?.children.some((child) => JSON.stringify(valueOf(child)) === wanted) ?? false;
}
