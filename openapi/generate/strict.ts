import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import {
  resolve,
  type Contract,
  operationsOf,
  type Response,
  followIn,
  type Schema,
} from "../model/contract.ts";
import { toPlainNumbers } from "../model/json.ts";
import { isNode, mapNodes, type Node } from "../model/node.ts";
import { withoutOldNullable } from "../model/readable-schema.ts";
import { inWordsOf31 } from "../model/version-30.ts";
import { errorSchemaOf, errorsOf } from "../model/errors.ts";
import { pascal } from "./client-names.ts";
import { flattened, isDescription, isPartOfItself } from "./intersection.ts";
import { withSubtypes } from "./subtypes.ts";

/**
 * The contract as its server, types and tests hold it. What is published is open, so that a field,
 * a value or an event type can be added without a break. Here every object is closed, each
 * `x-exact` is in its place, and each error code has a schema.
 */
export function strictContract(contract: Contract): Contract {
  const plain = inWordsOf31(toPlainNumbers(structuredClone(contract)));
  const exact = mapNodes(withErrorSchemas(plain), (node) =>
    withoutOldNullable(exactSchema(node)),
  );
  const named = mapNodes(exact, referenceAlone);
  // Throws for schemas that are each other.
  Object.values(named.components.schemas).forEach(followIn(named));
  return withSubtypes(mapNodes(named, (node) => closedObject(node, named)));
}

const ajv = new Ajv2020();
formats.default(ajv);

/**
 * Checks the schemas of a strict contract.
 * @throws Error that names a schema which an `x-exact` broke; lint reads only the schema around it
 */
export function requireValidSchemas({ components }: Contract): void {
  for (const [name, schema] of Object.entries(components.schemas))
    if (ajv.validateSchema(schema) !== true)
      throw new Error(
        `The contract is broken at #/components/schemas/${name}: ${ajv.errorsText(ajv.errors)}`,
      );
}

/** Applies an `x-exact`, a JSON Merge Patch (RFC 7396), to the schema that has it. */
function exactSchema({ "x-exact": patch, ...schema }: Node): Node {
  return isNode(patch) ? merged(schema, patch) : schema;
}

function merged(target: Node, patch: Node): Node {
  const result = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    const before = result[name];
    if (value === null) delete result[name];
    else
      result[name] =
        isNode(value) && isNode(before) ? merged(before, value) : value;
  }
  return result;
}

/**
 * Writes an `allOf` of one reference as this reference, as OpenAPI 3.0 needs one for a description
 * beside it.
 */
function referenceAlone(node: Node): Node {
  const { allOf, ...own } = node;
  const [only, ...others] = Array.isArray(allOf) ? allOf : [];
  const isAlone =
    isNode(only) &&
    Object.keys(only).join() === "$ref" &&
    others.length === 0 &&
    Object.keys(own).every(isDescription);
  return isAlone ? { ...own, ...only } : node;
}

/** Makes one object of an `allOf`, and closes an object that lists its properties. */
function closedObject(node: Node, contract: Contract): Node {
  const follow = followIn(contract);
  const schema =
    Array.isArray(node["allOf"]) && !isPartOfItself(node, follow)
      ? flattened(node, follow)
      : node;
  const isOpen =
    schema["type"] === "object" &&
    "properties" in schema &&
    !("additionalProperties" in schema);
  return isOpen ? { ...schema, additionalProperties: false } : schema;
}

/**
 * The contract with a schema for each error code. What is published has one schema for all, so that
 * a code can be added without a break; here each response has the schemas of the codes that its
 * examples show, and no `default`.
 */
function withErrorSchemas(contract: Contract): Contract {
  const found = errorSchemaOf(contract);
  if (!found) return contract;
  const [name, error] = found;
  const result = structuredClone(contract);
  const { responses, schemas } = result.components;
  for (const { operation } of operationsOf(result))
    delete operation.responses["default"];
  for (const unused of unusedResponses(result)) delete responses[unused];
  const unrouted = Object.values(result["x-unrouted-responses"]).map(
    (response) => resolve<Response>(result, response),
  );
  for (const response of [...Object.values(responses), ...unrouted]) {
    const [media] = Object.values(response.content ?? {});
    const codes = [
      ...new Set(errorsOf(contract, response).map(({ code }) => code)),
    ];
    if (media && codes.length > 0) media.schema = oneOfCodes(codes);
  }
  for (const [other, schema] of Object.entries(schemas))
    if (
      other === name ||
      schema.properties?.["error"]?.$ref === `#/components/schemas/${name}`
    )
      delete schemas[other];
  for (const code of error.properties?.["code"]?.["x-extensible-enum"] ?? [])
    schemas[errorName(code)] = errorSchema(code, error);
  return result;
}

/** The responses that only `default` referred to. */
function unusedResponses(contract: Contract): string[] {
  const used = [
    ...operationsOf(contract).flatMap(({ operation }) =>
      Object.values(operation.responses),
    ),
    ...Object.values(contract["x-unrouted-responses"]),
  ].map((response) => ("$ref" in response ? response.$ref : ""));
  const names = Object.keys(contract.components.responses);
  return names.filter(
    (name) => !used.includes(`#/components/responses/${name}`),
  );
}

function oneOfCodes(codes: string[]): Schema {
  const references = codes.map((code) => ({
    $ref: `#/components/schemas/${errorName(code)}`,
  }));
  const [only, ...others] = references;
  return only && others.length === 0 ? only : { anyOf: references };
}

/** Writes the closed schema of one error code, with the fields that this code has. */
function errorSchema(
  code: string,
  { properties = {}, required = [], ...error }: Schema,
): Schema {
  const fieldsOfCode = error["x-fields-of-codes"]?.[code] ?? [];
  const always = [
    ...required,
    ...fieldsOfCode.filter((name) => !name.endsWith("?")),
  ];
  const fields = [
    ...required,
    ...fieldsOfCode.map((name) => name.replace(/\?$/, "")),
  ];
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
          fields.map((name) => [
            name,
            name === "code" ? described : (properties[name] ?? {}),
          ]),
        ),
      },
    },
  };
}

/** `not_found` → `NotFoundError`, `internal_error` → `InternalError`. */
const errorName = (code: string) =>
  `${pascal(code).replace(/Error$/, "")}Error`;
