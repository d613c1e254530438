/** @typedef {"request" | "response"} Direction who reads: the server a request, the client a response */
/**
 * @typedef {object} Side a node of one contract, as Redocly hands it to rules
 * @property {{ name: string }} type
 * @property {string | number} key
 * @property {any} value
 * @property {Side[]} children
 * @property {Side} [resolved]
 * @property {Side | null} [parent]
 * @property {Side} [referencedFrom]
 */
/**
 * @typedef {object} Pair a node of both contracts
 * @property {Side} [base]
 * @property {Side} [revision]
 * @property {Pair | null} parent
 * @property {Pair[]} referencedBy
 */

const inverted = new Set(["WebhooksMap", "CallbacksMap"]);

/**
 * Where a schema is used, whatever it says of itself: Redocly's own answer takes a member that is `readOnly` for one
 * that no request ever had.
 * @param {Pair | null | undefined} pair
 * @param {Set<Pair>} [seen]
 * @returns {Direction[]}
 */
export function directionsOf(pair, seen = new Set()) {
  if (!pair || seen.has(pair)) return [];
  seen.add(pair);
  const side = pair.revision ?? pair.base;
  const name = side?.type.name ?? "";
  const read = name === "Responses" ? "response" : "request";
  if (["RequestBody", "ParameterList", "Responses"].includes(name) && !isIn(side, "Components")) {
    return [isIn(side, ...inverted) ? other(read) : read];
  }
  const users = [pair.parent, ...pair.referencedBy];
  return [...new Set(users.flatMap((user) => directionsOf(user, seen)))];
}

const other = (/** @type {Direction} */ direction) => (direction === "request" ? "response" : "request");

function isIn(/** @type {Side | null | undefined} */ side, /** @type {string[]} */ ...names) {
  const seen = new Set();
  for (let at = side; at && !seen.has(at); at = at.parent ?? at.referencedFrom) {
    if (names.includes(at.type.name)) return true;
    seen.add(at);
  }
  return false;
}

/**
 * The name of the schema or member that a message is about, if it has one.
 * @param {Pair} pair
 */
export function nameOf({ base, revision }) {
  const side = revision ?? base;
  const named = side?.resolved ?? side;
  const kind = named?.parent?.type.name;
  return kind === "SchemaProperties" || kind === "NamedSchemas" ? ` of \`${named?.key}\`` : "";
}

/** @type {(side: Side | undefined) => any} */
export const valueOf = (side) => (side?.resolved ?? side)?.value ?? {};
