import { annotations } from "./keywords.js";

/** @typedef {import("./keywords.js").Form} Form */

/**
 * `anyOf` and `oneOf` in one notation: a list of values is an enum, a list of types a type, null stands once.
 * @param {Form} form
 * @param {(parts: Form[]) => Form} combine
 * @param {(part: Form) => Form} spread gives what a reference leads to
 * @returns {Form}
 */
export function alternatives(form, combine, spread) {
  for (const name of ["anyOf", "oneOf"]) {
    if (!Array.isArray(form[name])) continue;
    const { [name]: listed, ...rest } = form;
    const branches = /** @type {Form[]} */ (listed).map(withoutNull);
    const schemas = branches.filter(({ schema }) => schema !== undefined).map(({ schema }) => schema ?? {});
    const nullable = branches.some((branch) => branch.nullable);
    const short = shorter(schemas);
    const whole = short && combine([short, rest]);
    if (whole) form = nullable ? maybeNull(spread(whole)) : whole;
    else form = { ...rest, [name]: nullable ? [...schemas, { type: ["null"] }] : schemas };
  }
  return oneChoice(form);
}

/** The two differ only for a value that fits two branches. */
function oneChoice(/** @type {Form} */ form) {
  if (!form["anyOf"] || form["oneOf"]) return form;
  const { anyOf: oneOf, ...rest } = form;
  return { ...rest, oneOf, overlap: true };
}

/**
 * The schema, and null as well.
 * @param {Form} form
 * @returns {Form}
 */
export function maybeNull(form) {
  const added = { ...form };
  for (const name of ["anyOf", "oneOf"]) {
    if (added[name] && !added["type"]) added[name] = [...added[name].filter(notNull), { type: ["null"] }];
  }
  if (added["enum"] && !added["enum"].includes(null)) added["enum"] = [...added["enum"], null];
  if (added["type"] && !added["type"].includes("null")) added["type"] = [...added["type"], "null"].sort();
  return added;
}

const notNull = (/** @type {Form} */ { type }) => type?.length !== 1 || type[0] !== "null";

/** @returns {{ schema?: Form, nullable: boolean }} */
function withoutNull(/** @type {Form} */ schema) {
  const types = schema["type"];
  if (!Array.isArray(types) || !types.includes("null")) return { schema, nullable: false };
  if (types.length === 1) return { nullable: true };
  const left = { ...schema, type: types.filter((type) => type !== "null") };
  return {
    schema: schema["enum"]
      ? { ...left, enum: schema["enum"].filter((/** @type {unknown} */ value) => value !== null) }
      : left,
    nullable: true,
  };
}

/** @returns {Form | undefined} */
function shorter(/** @type {Form[]} */ schemas) {
  if (schemas.length === 1) return schemas[0];
  const types = [...new Set(schemas.flatMap((schema) => schema["type"] ?? []))].sort();
  if (schemas.every((schema) => schema["enum"] && holdsOnly(schema, "enum"))) {
    return { type: types, enum: [...new Set(schemas.flatMap((schema) => schema["enum"]))] };
  }
  return schemas.length > 0 && schemas.every((schema) => schema["type"] && holdsOnly(schema, "type"))
    ? { type: types }
    : undefined;
}

const holdsOnly = (/** @type {Form} */ schema, /** @type {string} */ name) =>
  Object.keys(schema).every((key) => key === "type" || key === name || annotations.has(key));
