import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { readFileSync } from "node:fs";
import { resolve, type Reference } from "../../openapi/model/contract.ts";

/** The contract, as the tests read it: independent of the server's validator. */
export const contract = JSON.parse(
  readFileSync("generated/strict.json", "utf8"),
);

/**
 * The value at a place of a JSON document. Its type depends on the place, so no type of ours can
 * say it.
 */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

/**
 * Returns the value at a JSON pointer of the contract, e.g.
 * `/components/schemas/Contact/properties/id/pattern`. A pointer leads through references and
 * `allOf`.
 * @throws Error when there is no value.
 */
export function at(pointer: string): Json {
  const names = pointer.slice(1).split("/").map(unescapePointer);
  return names.reduce((node, name) => {
    if (!Object.hasOwn(Object(node), name))
      throw new Error(`The contract has no ${name} for ${pointer}.`);
    return flat(node[name]);
  }, contract);
}

const unescapePointer = (name: string) =>
  name.replaceAll("~1", "/").replaceAll("~0", "~");

const flattened = new WeakMap<object, Json>();

/**
 * A node of the contract with the content of its reference and its `allOf` in its place: of one
 * node always the same object.
 */
export function flat(node: Json): Json {
  if (typeof node !== "object" || node === null || Array.isArray(node))
    return node;
  const existing = flattened.get(node);
  if (existing) return existing;
  const { $ref, allOf = [], ...own } = node;
  const parts =
    $ref === undefined
      ? allOf
      : [resolve<Reference>(contract, { $ref }), ...allOf];
  const merged = [...parts.map(flat), own].reduce(merge, {});
  flattened.set(node, merged);
  return merged;
}

function merge(a: Json, b: Json): Json {
  const merged = { ...a, ...b };
  if (a.properties) merged.properties = { ...a.properties, ...b.properties };
  if (Array.isArray(a.required))
    merged.required = [...a.required, ...(b.required ?? [])];
  return merged;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
// The server here has no value that the contract does not list.
ajv.addKeyword({
  keyword: "x-extensible-enum",
  macro: (existing: string[]) => ({ enum: [...existing, null] }),
});
ajv.addSchema(contract, "contract");

const compiled = new Map<object, ValidateFunction>();

/** Compiles a schema that may refer to the contract's. */
export function compile(schema: object): ValidateFunction {
  const existing = compiled.get(schema);
  if (existing) return existing;
  const validate = ajv.compile(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/')),
  );
  compiled.set(schema, validate);
  return validate;
}
