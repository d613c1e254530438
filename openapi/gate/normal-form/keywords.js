/** @typedef {Record<string, any>} Form A schema, or another element of a contract, in its normal form. */

/** What says nothing of which values are valid. */
export const annotations = new Set(["deprecated", "default"]);

/** What the form leaves out: it neither changes which values are valid nor what a client is made of. */
const left = new Set([
  "title",
  "description",
  "example",
  "examples",
  "externalDocs",
  "xml",
  "$comment",
  "$id",
  "$schema",
  "$anchor",
]);

/** Values that say what holds without them. */
const idle = /** @type {Record<string, unknown>} */ ({
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  uniqueItems: false,
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  unevaluatedProperties: true,
  unevaluatedItems: true,
  additionalProperties: true,
  items: true,
  propertyNames: true,
});

/** Formats that tell a generator what to make of a value, and no receiver what to refuse. */
const hints = new Set(["int64", "float", "double", "password"]);

/** 3.0 wrote with a format what 3.1 has keywords for. */
const encodings = /** @type {Record<string, Form>} */ ({
  byte: { contentEncoding: "base64" },
  binary: { contentMediaType: "application/octet-stream" },
});

const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/**
 * The keywords of a schema that hold no schema, in one notation.
 * @param {Form} schema
 * @returns {Form}
 */
export function plainKeywords(schema) {
  /** @type {Form} */
  const form = {};
  for (const [name, value] of Object.entries(schema)) {
    if (left.has(name) || idle[name] === value || isIdleObject(name, value)) continue;
    if (!name.startsWith("x-") || name === "x-extensible-enum" || name === "x-sunset") form[name] = value;
  }
  return listForm(formatForm(boundForm(enumForm(form))));
}

const isIdleObject = (/** @type {string} */ name, /** @type {unknown} */ value) =>
  idle[name] === true && typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** `const` is an enum of one value, and the values tell the type. A list that may grow is none. */
function enumForm(/** @type {Form} */ schema) {
  if (!("const" in schema) && !("enum" in schema)) {
    if (schema["type"] !== undefined) schema["type"] = listOf(schema["type"]);
    return schema;
  }
  const { const: only, type, enum: listed, ...form } = schema;
  const values = only === undefined ? listed : [only];
  const open = form["x-extensible-enum"] !== undefined;
  if (!Array.isArray(values) || open) return type === undefined ? form : { ...form, type: listOf(type) };
  const declared = type === undefined ? undefined : listOf(type);
  const found = [...new Set(values.map(typeOf))];
  const types = found.map((name) => (name === "integer" && declared?.includes("number") ? "number" : name));
  return { ...form, type: [...new Set(types)].sort(), enum: values };
}

/** 3.0 had a flag where 3.1 has a number. */
function boundForm(/** @type {Form} */ form) {
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ]) {
    if (bound === undefined || exclusive === undefined || typeof form[exclusive] !== "boolean") continue;
    if (form[exclusive] && form[bound] !== undefined) {
      form[exclusive] = form[bound];
      delete form[bound];
    } else delete form[exclusive];
  }
  return form;
}

function formatForm(/** @type {Form} */ schema) {
  if (schema["format"] === undefined) return schema;
  const { format, ...form } = schema;
  if (hints.has(format)) return form;
  if (format === "int32") return { ...int32, ...form };
  return { ...form, ...(Object.hasOwn(encodings, format) ? encodings[format] : { format }) };
}

/** What Redocly compares as a whole, or looks past, as lists of texts. */
function listForm(/** @type {Form} */ { discriminator, dependentRequired, ...form }) {
  if (discriminator !== undefined) {
    const { propertyName, mapping = {} } = discriminator;
    const told = Object.entries(mapping).map(([value, target]) => [value, String(target).split("/").pop()]);
    form["discriminatorProperty"] = propertyName;
    form["discriminatorMapping"] = told
      .filter(([value, name]) => value !== name)
      .map((pair) => pair.join(" to "));
  }
  if (dependentRequired !== undefined) {
    form["dependents"] = Object.entries(dependentRequired).flatMap(([name, others]) =>
      others.map((/** @type {string} */ other) => `${other} with ${name}`),
    );
  }
  if (form["x-extensible-enum"] !== undefined) form["knownValues"] = [form["x-extensible-enum"]].flat();
  if (form["patternProperties"]) form["namePatterns"] = Object.keys(form["patternProperties"]);
  if (typeof form["default"] === "object") form["default"] = JSON.stringify(form["default"]);
  return form;
}

/** @type {(value: unknown) => string} */
function typeOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/**
 * The types of a schema as a list, in one order.
 * @param {string | string[]} type
 * @returns {string[]}
 */
export const listOf = (type) => (Array.isArray(type) ? [...type].sort() : [type]);
