import {
  operationsOf,
  requirementOf,
  resolve,
  type Contract,
  type Operation,
  type Parameter,
  type Schema,
} from "../model/contract.ts";

/** `generated/operations.ts`: what server, client and tests need to know of each operation at run time. */
export function operationsFile(contract: Contract): string {
  const table = Object.fromEntries(
    operationsOf(contract).map(({ method, path, operation }) => [
      operation.operationId,
      {
        method,
        path,
        ...requirementOf(operation),
        query: parametersIn("query", contract, operation).map((parameter) => parameter.name),
        integers: integersInQuery(contract, operation),
        headers: parametersIn("header", contract, operation).map((parameter) => parameter.name),
        statuses: Object.keys(operation.responses).map(Number),
        perElement: perElement(contract, operation),
        defaults: { query: queryDefaults(contract, operation), body: bodyDefaults(contract, operation) },
      },
    ]),
  );
  return `export const operations = ${JSON.stringify(table, null, 2)} as const;

export type OperationId = keyof typeof operations;
`;
}

function parametersIn(location: Parameter["in"], contract: Contract, operation: Operation): Parameter[] {
  return (operation.parameters ?? [])
    .map((parameter) => resolve<Parameter>(contract, parameter))
    .filter((parameter) => parameter.in === location);
}

function integersInQuery(contract: Contract, operation: Operation): string[] {
  return parametersIn("query", contract, operation)
    .filter(({ schema }) => resolve(contract, schema).type === "integer")
    .map(({ name }) => name);
}

/** The lists of the body whose elements are checked one by one. */
function perElement(contract: Contract, operation: Operation): string[] {
  return Object.entries(bodyFields(contract, operation)).flatMap(([name, schema]) =>
    schema["x-per-element"] ? [name] : [],
  );
}

function queryDefaults(contract: Contract, operation: Operation): Record<string, unknown> {
  return defaults(
    parametersIn("query", contract, operation).map(({ name, schema }) => [name, resolve(contract, schema)]),
  );
}

function bodyDefaults(contract: Contract, operation: Operation): Record<string, unknown> {
  return defaults(Object.entries(bodyFields(contract, operation)));
}

function bodyFields(contract: Contract, operation: Operation): Record<string, Schema> {
  const schema = operation.requestBody?.content?.["application/json"]?.schema;
  return schema ? (resolve(contract, schema).properties ?? {}) : {};
}

function defaults(fields: [string, Schema][]): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter(([, schema]) => schema.default !== undefined)
      .map(([name, schema]) => [name, schema.default]),
  );
}
