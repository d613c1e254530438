import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Draft, Schema } from "../model/contract.ts";
import type { UserContext } from "@redocly/openapi-core";

/**
 * A default is a value that its schema accepts: the server fills it in after it has checked the request.
 * Design guide: openapi/README.md#bounds
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

/** What is wrong with the default of a schema. Of a schema that is broken itself other rules tell. */
function problemOf(ajv: Ajv2020, schema: Draft<Schema>): string | undefined {
  try {
    const validate = ajv.compile(schema);
    return validate(schema.default) ? undefined : validate.errors?.[0]?.message;
  } catch {
    return undefined;
  }
}
