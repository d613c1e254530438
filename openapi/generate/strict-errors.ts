import { operationsOf, type Contract, type Response, type Schema } from "../model/contract.ts";
import { errorSchemaOf, errorsOf } from "../model/errors.ts";

/**
 * The contract with a schema for each error code. What is published has one schema for all, so that a code can be added
 * without a break; here each response has the schemas of the codes that its examples show, and no `default`.
 */
export function withErrorSchemas(contract: Contract): Contract {
  const found = errorSchemaOf(contract);
  if (!found) return contract;
  const [name, error] = found;
  const result = structuredClone(contract);
  const { responses, schemas } = result.components;
  for (const { operation } of operationsOf(result)) delete operation.responses["default"];
  for (const unused of unusedResponses(result)) delete responses[unused];
  for (const response of Object.values(responses)) {
    const [media] = Object.values(response.content ?? {});
    const codes = codesIn(contract, response);
    if (media && codes.length > 0) media.schema = oneOfCodes(codes);
  }
  for (const [other, schema] of Object.entries(schemas))
    if (other === name || schema.properties?.["error"]?.$ref === `#/components/schemas/${name}`)
      delete schemas[other];
  for (const code of error.properties?.["code"]?.["x-extensible-enum"] ?? [])
    schemas[errorName(code)] = errorSchema(code, error);
  return result;
}

/** The responses that only `default` referred to. */
function unusedResponses(contract: Contract): string[] {
  const used = [
    ...operationsOf(contract).flatMap(({ operation }) => Object.values(operation.responses)),
    ...Object.values(contract["x-unrouted-responses"]),
  ].map((response) => ("$ref" in response ? response.$ref : ""));
  const names = Object.keys(contract.components.responses);
  return names.filter((name) => !used.includes(`#/components/responses/${name}`));
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

function errorSchema(code: string, { properties = {}, required = [], ...error }: Schema): Schema {
  const own = error["x-fields-of-codes"]?.[code] ?? [];
  const always = [...required, ...own.filter((name) => !name.endsWith("?"))];
  const fields = [...required, ...own.map((name) => name.replace(/\?$/, ""))];
  const description = properties["code"]?.description ?? "The code.";
  const described: Schema = { type: "string", const: code, description };
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
          fields.map((name) => [name, name === "code" ? described : (properties[name] ?? {})]),
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
