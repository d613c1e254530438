import {
  operationsOf,
  type Contract,
  type ErrorSchema,
  type Response,
  type Schema,
} from "../model/contract.ts";
import { errorsOf } from "../model/errors.ts";

/**
 * The contract with a schema for each error code. What is published has one schema for all, so that a code can be added
 * without a break; here each response has the schemas of the codes that its examples show, and no `default`.
 */
export function withErrorSchemas(contract: Contract): Contract {
  const result = structuredClone(contract);
  const { Error, ErrorResponse: _, ...schemas } = result.components.schemas;
  for (const { operation } of operationsOf(result)) delete operation.responses["default"];
  const { OtherError: __, ...responses } = result.components.responses;
  for (const response of Object.values<Response>(responses)) {
    const [media] = Object.values(response.content ?? {});
    const codes = codesIn(contract, response);
    if (media && codes.length > 0) media.schema = oneOfCodes(codes);
  }
  const codes = Error.properties.code["x-extensible-enum"];
  const errors = codes.map((code) => [errorName(code), errorSchema(code, Error)]);
  Object.assign(result.components, { responses, schemas: { ...schemas, ...Object.fromEntries(errors) } });
  return result;
}

/** The error codes that the examples of a response show. */
function codesIn(contract: Contract, response: Response): string[] {
  return [...new Set(errorsOf(contract, response).map(({ code }) => code))];
}

function oneOfCodes(codes: string[]): Schema {
  const references = codes.map((code) => ({ $ref: `#/components/schemas/${errorName(code)}` }));
  const [only, ...others] = references;
  return only && others.length === 0 ? only : { anyOf: references };
}

function errorSchema(code: string, { properties, required, ...error }: ErrorSchema): object {
  const own = error["x-fields-of-codes"][code] ?? [];
  const always = [...required, ...own.filter((name) => !name.endsWith("?"))];
  const fields = [...required, ...own.map((name) => name.replace(/\?$/, ""))];
  const described = { type: "string", const: code, description: properties.code.description };
  return {
    type: "object",
    description: `\`${code}\``,
    required: ["error"],
    properties: {
      error: {
        description: "The error.",
        type: "object",
        required: always,
        properties: Object.fromEntries(
          fields.map((name) => [name, name === "code" ? described : properties[name]]),
        ),
      },
    },
  };
}

/** `not_found` → `NotFoundError`, `internal_error` → `InternalError`. */
function errorName(code: string): string {
  const name = code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return name.endsWith("Error") ? name : `${name}Error`;
}
