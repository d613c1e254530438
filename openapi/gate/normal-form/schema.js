import { alternatives, maybeNull } from "./alternatives.js";
import { isReference } from "./follow.js";
import { intersection } from "./intersection.js";
import { annotations, plainKeywords } from "./keywords.js";
import { opaque } from "./opaque.js";

/** @typedef {import("./keywords.js").Form} Form */

const ofOne = new Set([
  "items",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "contains",
  "propertyNames",
  "then",
  "else",
]);
const ofList = new Set(["anyOf", "oneOf", "prefixItems"]);
const ofNames = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);

/** Only to these does a reference stay: their forms stand where they stood. */
const component = /^#\/components\/schemas\/[^/]+$/;

/**
 * Makes the normal form of schemas, in which what means the same is written the same: no `allOf` that one schema
 * can say, one notation of null, of one value, of bounds. Each component is worked out once.
 * @param {(ref: string) => unknown} follow gives what a reference of this file leads to
 * @param {boolean} ignoresSiblings whether what stands beside a reference says nothing, as in 3.0
 * @returns {(schema: unknown) => Form}
 */
export function schemaForms(follow, ignoresSiblings) {
  /** @type {Map<string, Form | undefined>} */
  const known = new Map();

  /** The form of what a reference leads to, undefined in a circle or outside of this file. */
  function target(/** @type {string} */ ref) {
    if (!known.has(ref)) {
      known.set(ref, undefined);
      const schema = follow(ref);
      known.set(ref, schema === undefined ? undefined : form(schema));
    }
    return known.get(ref);
  }

  function form(/** @type {unknown} */ schema) {
    if (typeof schema !== "object" || schema === null) return schema === false ? { "x-not": "anything" } : {};
    const { $ref, allOf, nullable, ...rest } = /** @type {Form} */ (schema);
    if ($ref !== undefined && ignoresSiblings) return reference($ref);
    const own = alternatives(nested(plainKeywords(rest)), combine, spread);
    const parts = [...($ref === undefined ? [] : [reference($ref)]), ...(allOf ?? []).map(form)];
    const whole = parts.length === 0 ? own : combine([...parts, own]);
    return closed(nullable === true ? maybeNull(spread(whole)) : whole);
  }

  const reference = (/** @type {string} */ $ref) =>
    isReference({ $ref }) && component.test($ref) ? { $ref } : (target($ref) ?? { $ref });

  /** @type {(parts: Form[]) => Form} */
  function combine(parts) {
    const telling = parts.filter((part) => Object.keys(part).some((name) => !annotations.has(name)));
    const [only] = telling;
    if (only && telling.length === 1 && "$ref" in only) return only;
    return closed(intersection(parts.map(spread), combine));
  }

  /** What a reference leads to, its own schemas by reference: so they are worked out, and told of, where they stand. */
  function spread(/** @type {Form} */ part) {
    if (!("$ref" in part)) return part;
    const found = target(part["$ref"]);
    if (!found) return { allOf: [part] };
    if ("$ref" in found) return spread(found);
    const { discriminatorProperty: property, discriminatorMapping: mapping, ...rest } = found;
    return mapSchemas(rest, (schema, path) =>
      "$ref" in schema || Object.keys(schema).length === 0 ? schema : { $ref: `${part["$ref"]}/${path}` },
    );
  }

  function nested(/** @type {Form} */ { not, if: condition, ...schema }) {
    const made = mapSchemas(schema, form);
    if (not !== undefined) made["x-not"] = opaque(not, follow);
    if (condition !== undefined) made["x-if"] = opaque(condition, follow);
    return made;
  }

  return form;
}

/** Nothing else is evaluated where there is no other schema, so both keywords then say the same. */
function closed(/** @type {Form} */ form) {
  const { unevaluatedProperties, ...rest } = form;
  const alone = !["$ref", "allOf", "anyOf", "oneOf", "x-if", "dependentSchemas"].some((name) => name in form);
  return unevaluatedProperties === false && alone && rest["additionalProperties"] === undefined
    ? { ...rest, additionalProperties: false }
    : form;
}

/**
 * The schema with each schema in it replaced.
 * @param {Form} schema
 * @param {(schema: Form, path: string) => Form} change
 * @returns {Form}
 */
function mapSchemas(schema, change) {
  /** @type {Form} */
  const changed = {};
  for (const [name, value] of Object.entries(schema)) {
    if (ofOne.has(name)) changed[name] = typeof value === "boolean" ? value : change(value, name);
    else if (ofList.has(name) && Array.isArray(value)) {
      changed[name] = value.map((item, i) => change(item, `${name}/${i}`));
    } else if (ofNames.has(name) && typeof value === "object" && value !== null) {
      const entries = Object.entries(value).map(([key, item]) => [
        key,
        change(item, `${name}/${escape(key)}`),
      ]);
      if (entries.length > 0) changed[name] = Object.fromEntries(entries);
    } else changed[name] = value;
  }
  return changed;
}

/** @type {(name: string) => string} */
const escape = (name) => name.replaceAll("~", "~0").replaceAll("/", "~1");
