import {
  operationsOf,
  requirementOf,
  resolve,
  type Contract,
  type Operation,
  type Parameter,
  type Schema,
} from "../model/contract.ts";
import { jsonSchemaOf } from "./success.ts";

/**
 * `generated/operations.ts`: what server, client and tests need to know of each operation at run
 * time.
 */
export function operationsFile(contract: Contract): string {
  const table = Object.fromEntries(
    operationsOf(contract).map(({ method, path, operation }) => {
      const query = Object.entries(parametersIn("query", contract, operation));
      const body = Object.entries(bodyFields(contract, operation));
      const facts = {
        method,
        path,
        ...requirementOf(operation),
        /** The types of the parameters in the query. */
        query: Object.fromEntries(
          query.map(([name, { type = "string" }]) => [name, type]),
        ),
        headers: Object.keys(parametersIn("header", contract, operation)),
        statuses: Object.keys(operation.responses)
          .filter((status) => /^\d+$/.test(status))
          .map(Number),
        /** The lists of the body whose elements are checked one by one. */
        perElement: body.flatMap(([name, schema]) =>
          schema["x-per-element"] ? [name] : [],
        ),
        defaults: { query: defaults(query), body: defaults(body) },
      };
      return [operation.operationId, facts];
    }),
  );
  return `export const operations = ${JSON.stringify(table, null, 2)} as const;

export type OperationId = keyof typeof operations;
`;
}

/** The parameters at a location, such as `query`, by name. */
function parametersIn(
  location: Parameter["in"],
  contract: Contract,
  { parameters = [] }: Operation,
): Record<string, Schema> {
  const all = parameters.map((parameter) =>
    resolve<Parameter>(contract, parameter),
  );
  const there = all.filter((parameter) => parameter.in === location);
  return Object.fromEntries(
    there.map(({ name, schema }) => [name, resolve(contract, schema)]),
  );
}

/** The fields of the body that an operation takes. */
export function bodyFields(
  contract: Contract,
  operation: Operation,
): Record<string, Schema> {
  const schema = operation.requestBody && jsonSchemaOf(operation.requestBody);
  return schema ? (resolve(contract, schema).properties ?? {}) : {};
}

const defaults = (fields: [string, Schema][]) =>
  Object.fromEntries(
    fields.flatMap(([name, schema]) =>
      schema.default === undefined ? [] : [[name, schema.default]],
    ),
  );
