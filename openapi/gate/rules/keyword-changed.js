import { quoted, without } from "./change.js";
import { nameOf, valueOf } from "./directions.js";

/** @typedef {import("./change.js").Change} Change */
/** @typedef {import("./change.js").Context} Context */
/** @typedef {"fewer" | "more" | "unknown"} Effect whether fewer or more values are valid after the change */

/** Keyword of the normal form → its name, and what a change of it does. */
const keywords =
  /** @type {Record<string, [string, (base: any, revision: any, schema: any) => Effect[]]>} */ ({
    "x-not": ["not", presence],
    "x-if": ["if", () => ["unknown"]],
    overlap: ["anyOf, now oneOf,", (_, revision) => (revision === undefined ? ["fewer"] : [])],
    minContains: ["minContains", (base = 1, revision = 1) => [revision > base ? "fewer" : "more"]],
    maxContains: [
      "maxContains",
      (base = Infinity, revision = Infinity) => [revision < base ? "fewer" : "more"],
    ],
    dependents: ["dependentRequired", (base, revision) => gains(base, revision, "fewer", "more")],
    namePatterns: [
      "patternProperties",
      (base, revision, { additionalProperties }) =>
        additionalProperties === false
          ? // What a closed object gains is a member that a client need not know.
            without(base, revision).length > 0
            ? ["unknown"]
            : []
          : gains(base, revision, "fewer", "more"),
    ],
  });

/** The keywords that Redocly does not look at. */
export function keywordChanged() {
  return {
    Schema: (/** @type {Change} */ change, /** @type {Context} */ { report, getDirections }) => {
      const [name, effect] = keywords[change.property] ?? [];
      if (change.kind !== "modified" || !name || !effect) return;
      const { base, revision } = change;
      const effects = effect(base.value, revision.value, valueOf(change.node.revision));
      const hurt = getDirections().some((direction) =>
        effects.some((one) => one === "unknown" || (one === "fewer") === (direction === "request")),
      );
      if (hurt) report({ message: `\`${name}\`${nameOf(change.node)} ${said(base.value, revision.value)}.` });
    },
  };
}

/** @returns {Effect[]} */
function presence(/** @type {unknown} */ base, /** @type {unknown} */ revision) {
  return [base === undefined ? "fewer" : revision === undefined ? "more" : "unknown"];
}

/** @type {(base: unknown[], revision: unknown[], gained: Effect, lost: Effect) => Effect[]} */
function gains(base, revision, gained, lost) {
  return [
    ...(without(revision, base).length > 0 ? [gained] : []),
    ...(without(base, revision).length > 0 ? [lost] : []),
  ];
}

/** @type {(base: unknown, revision: unknown) => string} */
function said(base, revision) {
  if (Array.isArray(base ?? revision)) {
    const lists = /** @type {[unknown[] | undefined, unknown[] | undefined]} */ ([base, revision]);
    const [gained, lost] = [without(lists[1], lists[0]), without(lists[0], lists[1])];
    return [gained.length > 0 && `gained ${quoted(gained)}`, lost.length > 0 && `lost ${quoted(lost)}`]
      .filter(Boolean)
      .join(" and ");
  }
  if (base === undefined) return `was set to ${revision}`;
  return revision === undefined ? "was removed" : `changed from ${base} to ${revision}`;
}
