import { annotations } from "./keywords.js";

/** @typedef {import("./keywords.js").Form} Form */

const tighter = /** @type {Record<string, (a: number, b: number) => number>} */ ({
  minimum: Math.max,
  exclusiveMinimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  minProperties: Math.max,
  maximum: Math.min,
  exclusiveMaximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
  maxProperties: Math.min,
});

/** The keywords whose meaning depends on the keywords beside them. */
const companions = /** @type {Record<string, string[]>} */ ({
  additionalProperties: ["properties", "patternProperties"],
  unevaluatedProperties: [],
  unevaluatedItems: [],
  items: ["prefixItems"],
  contains: ["minContains", "maxContains"],
  minContains: ["contains", "maxContains"],
  maxContains: ["contains", "minContains"],
});

/**
 * One schema that says what all of these say. What cannot stand in one schema stays in its `allOf`.
 * @param {Form[]} parts
 * @param {(parts: Form[]) => Form} combine gives the same for schemas that stand in several parts
 * @returns {Form}
 */
export function intersection(parts, combine) {
  /** @type {Form} */
  const whole = {};
  /** @type {Form[]} */
  const rest = [];
  for (const part of parts) {
    for (const [name, value] of Object.entries(part)) {
      if (name === "allOf") rest.push(...value);
      else if (name === "additionalProperties" && !coversAll(part, parts)) {
        rest.push({ properties: open(part["properties"]), [name]: value });
      } else if (!(name in whole) || annotations.has(name) || same(whole[name], value)) whole[name] = value;
      else whole[name] = both(name, whole[name], value, combine) ?? keep(name, part, rest, whole[name]);
    }
  }
  return rest.length > 0 ? { ...whole, allOf: rest } : whole;
}

/** Closing an object closes it to the members that stand beside the keyword, not to those of other parts. */
function coversAll(/** @type {Form} */ part, /** @type {Form[]} */ parts) {
  const own = part["properties"] ?? {};
  return parts.every((other) => Object.keys(other["properties"] ?? {}).every((name) => name in own));
}

const open = (/** @type {object | undefined} */ properties) =>
  Object.fromEntries(Object.keys(properties ?? {}).map((name) => [name, {}]));

/**
 * @param {string} name
 * @param {any} a
 * @param {any} b
 * @param {(parts: Form[]) => Form} combine
 */
function both(name, a, b, combine) {
  if (tighter[name]) return tighter[name](a, b);
  if (name === "required") return [...new Set([...a, ...b])];
  if (name === "type") return commonTypes(a, b);
  if (name === "enum") return a.filter((/** @type {unknown} */ value) => b.some(sameAs(value)));
  if (name === "properties") return merged(a, b, combine);
  if (name === "readOnly" || name === "writeOnly" || name === "uniqueItems") return a || b;
  if (name === "items" && typeof a === "object" && typeof b === "object") return combine([a, b]);
  if (name === "x-not" || name === "x-if") return [a, b].sort().join(" and ");
  return undefined;
}

/** @type {(a: Record<string, Form>, b: Record<string, Form>, combine: (parts: Form[]) => Form) => object} */
function merged(a, b, combine) {
  const all = { ...a, ...b };
  for (const [name, schema] of Object.entries(a)) {
    const other = b[name];
    if (other !== undefined && !same(schema, other)) all[name] = combine([schema, other]);
  }
  return all;
}

/** @type {(a: string[], b: string[]) => string[] | undefined} */
function commonTypes(a, b) {
  const common = [
    ...a.filter((type) => b.includes(type) || (type === "integer" && b.includes("number"))),
    ...b.filter((type) => type === "integer" && a.includes("number") && !a.includes("integer")),
  ];
  return common.length > 0 ? [...new Set(common)].sort() : undefined;
}

/** @type {(name: string, part: Form, rest: Form[], present: unknown) => unknown} */
function keep(name, part, rest, present) {
  const names = [name, ...(companions[name] ?? [])].filter((companion) => companion in part);
  rest.push(Object.fromEntries(names.map((companion) => [companion, part[companion]])));
  return present;
}

const same = (/** @type {unknown} */ a, /** @type {unknown} */ b) =>
  a === b || JSON.stringify(a) === JSON.stringify(b);
const sameAs = (/** @type {unknown} */ a) => (/** @type {unknown} */ b) => same(a, b);
