import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Draft, Schema } from "../model/contract.ts";
import type { UserContext } from "@redocly/openapi-core";

/**
 * Checks that the schema of a default accepts it: the server does not validate the defaults that it
 * fills in. Design guide: openapi/README.md#bounds
 */
export default function validDefaults() {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    logger: false,
  });
  formats.default(ajv);
  return {
    Schema: (schema: Draft<Schema>, context: UserContext) => {
      if (
        schema.default === undefined ||
        JSON.stringify(schema).includes('"$ref"')
      )
        return;
      const problem = problemOf(ajv, schema);
      if (problem === undefined) return;
      context.report({
        message: `The default \`${JSON.stringify(schema.default)}\` ${problem}. See openapi/README.md#bounds`,
        location: context.location.child(["default"]),
      });
    },
  };
}

/**
 * Returns the problem of the default of a schema, or undefined. Other rules report a broken schema.
 */
function problemOf(ajv: Ajv2020, schema: Draft<Schema>): string | undefined {
  try {
    const validate = ajv.compile(schema);
    return validate(schema.default) ? undefined : validate.errors?.[0]?.message;
  } catch {
    return undefined;
  }
}
