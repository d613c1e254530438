/**
 * @typedef {object} Change what Redocly hands to rules
 * @property {"added" | "removed" | "modified"} kind
 * @property {import("./directions.js").Pair} node
 * @property {string} property the changed one, when `modified`
 * @property {{ value: any }} base
 * @property {{ value: any }} revision
 */
/**
 * @typedef {object} Context
 * @property {(finding: { message: string }) => void} report
 * @property {() => import("./directions.js").Direction[]} getDirections
 */

/** @type {(from: unknown[] | undefined, what: unknown[] | undefined) => string[]} */
export const without = (from, what) =>
  (from ?? []).filter((item) => !(what ?? []).includes(item)).map(String);

/** @type {(items: string[]) => string} */
export const quoted = (items) => items.map((item) => `\`${item}\``).join(", ");
