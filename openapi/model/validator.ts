import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { memoized } from "./collections.ts";
import type { Contract, Schema } from "./contract.ts";
import { plainCopy } from "./json.ts";
import { mapNodes } from "./node.ts";
import { withoutOldNullable } from "./readable-schema.ts";
import {
  requiredUnused,
  withoutRequired,
  type UnusedFields,
} from "./unused-fields.ts";

/** Compiles a schema of a contract to a validator, which knows no BigInt. */
export type Compile = (schema: Schema) => ValidateFunction;

/**
 * Returns a compiler for the schemas of a contract.
 * @param unusedFields the keyword of fields that this direction does not have; they are not
 *   required
 */
export function compilerFor(
  contract: Contract,
  unusedFields: UnusedFields,
): Compile {
  const ajv = new Ajv2020({
    strict: false,
    // `strict: false` alone accepts NaN as a number, and a text such as "ten" is read as NaN.
    strictNumbers: true,
    logger: false,
    validateFormats: true,
    code: { regExp: readPattern },
  });
  formats.default(ajv);
  const withUsedFields = (root: Schema): Schema =>
    mapNodes({ ...root }, (node) => {
      const schema = withoutOldNullable(node);
      const unused = requiredUnused(contract, schema, unusedFields);
      return withoutRequired(schema, unused);
    });
  const { components, paths } = contract;
  const contractSchema = withUsedFields({ components, paths } as Schema);
  ajv.addSchema(plainCopy(contractSchema), "contract");
  return memoized((schema: Schema) =>
    ajv.compile(plainCopy(withAbsoluteReferences(withUsedFields(schema)))),
  );
}

/**
 * Reads a pattern, also one with escapes that JavaScript refuses beside the flag `u`, such as `\\-`.
 * Any text matches a pattern of another language, such as `(?i)a`.
 */
const readPattern = Object.assign(
  (pattern: string, flags: string): RegExp => {
    for (const each of [flags, ""])
      try {
        return new RegExp(pattern, each);
      } catch {
        continue;
      }
    return /^/;
  },
  { code: "new RegExp" },
);

/** Makes the local references of a schema lead into the contract. */
const withAbsoluteReferences = (schema: Schema): Schema =>
  mapNodes({ ...schema }, (node) =>
    typeof node["$ref"] === "string" && node["$ref"].startsWith("#")
      ? { ...node, $ref: `contract${node["$ref"]}` }
      : node,
  );

/** Returns true when a schema allows a value. */
export type Accepts = (schema: Schema, value: unknown) => boolean;

/**
 * Creates a function that returns false for a value that a schema surely refuses. Lint reports a
 * schema that nobody can compile.
 */
export function createAccepts(
  contract: Contract,
  unusedFields: UnusedFields,
): Accepts {
  let compile: Compile | undefined;
  return (schema, value) => {
    try {
      compile ??= compilerFor(contract, unusedFields);
      return compile(schema)(plainCopy(value)) === true;
    } catch {
      return true;
    }
  };
}
