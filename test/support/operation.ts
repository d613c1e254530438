import { operations, type OperationId } from "../../generated/operations.ts";
import { at, flat, type Json } from "./at.ts";
import type {
  Parameter as Declared,
  Reference,
  Response,
  Schema,
} from "../../openapi/model/contract.ts";

/**
 * An operation as the contract has it, with all references followed: what can be sent to it, and
 * what it returns.
 */
export interface TestedOperation {
  id: OperationId;
  method: string;
  path: string;
  description: string;
  /** The security scheme that it requires. */
  scheme: (typeof operations)[OperationId]["scheme"];
  scopes: readonly string[];
  parameters: Parameter[];
  /** The declared responses, by status. */
  responses: Record<string, Response | Reference>;
  /** The days since when it is deprecated, and of its end. */
  deprecation: [from: string | undefined, until: string | undefined];
  /** True when the contract says that sending it twice has the effect of sending it once. */
  isIdempotent: boolean;
  /** Schema of the body; undefined when it takes none. */
  body: Schema | undefined;
  /** The documented bodies, by name. */
  examples: Record<string, Json>;
  /** The first of them; undefined when it takes none. */
  example: Record<string, unknown> | undefined;
  /** Fields of the body that name something which must exist → the kind of it, e.g. `ct`. */
  references: Record<string, string>;
  /** The kind of what a list holds, e.g. `ct`; undefined when it is no list. */
  listed: string | undefined;
  /** The kind of what a success creates, e.g. `ct`; undefined when it creates nothing. */
  created: string | undefined;
}

export interface Parameter extends Declared {
  /** The kind of thing that it names, e.g. `ct`, if any. */
  kind: string | undefined;
}

/** Every operation of the contract, in its order. */
export const everyOperation: TestedOperation[] = (
  Object.keys(operations) as OperationId[]
).map(read);

/** @throws Error when the contract has no such operation */
export function operationOf(id: OperationId): TestedOperation {
  const found = everyOperation.find((operation) => operation.id === id);
  if (!found) throw new Error(`The contract has no ${id}.`);
  return found;
}

/** The path as a pattern of the addresses that reach it. */
export const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);

/**
 * Lists the operations whose path matches an address. A segment that the contract names is no
 * identifier: `/v1/contacts/batch` does not match `/v1/contacts/{id}`.
 */
export function operationsAt(address: string): TestedOperation[] {
  const [path = ""] = address.split("?");
  // A path that cannot be decoded is none of the API's.
  if (/%(?![\da-f]{2})|%ff/i.test(path)) return [];
  const samePath = everyOperation.filter(
    (operation) => operation.path === path,
  );
  return samePath.length > 0
    ? samePath
    : everyOperation.filter((operation) =>
        patternOf(operation.path).test(path),
      );
}

/** The operation that a request reaches, if any: HEAD reaches that of GET. */
export const operationAt = (
  method: string,
  address: string,
): TestedOperation | undefined =>
  operationsAt(address).find(
    (operation) => operation.method === (method === "HEAD" ? "GET" : method),
  );

/**
 * The operation on the same path with another method, e.g. what reads that which this one deletes.
 */
export function onSamePath(
  { path }: TestedOperation,
  method: string,
): TestedOperation | undefined {
  return everyOperation.find(
    (other) => other.path === path && other.method === method,
  );
}

function read(id: OperationId): TestedOperation {
  const { method, path, scheme, scopes } = operations[id];
  const pointer = `/paths/${path.replaceAll("/", "~1")}/${method}`;
  const operation = at(pointer);
  const listed = shownBy(
    `${pointer}/responses/200`,
    operation.responses["200"],
    "items",
  );
  const examples = examplesOf(operation.requestBody);
  return {
    id,
    method: method.toUpperCase(),
    path,
    description: operation.description,
    scheme,
    scopes,
    parameters: (operation.parameters ?? [])
      .map(flat)
      .map((parameter: Declared) => ({
        ...parameter,
        schema: flat(parameter.schema),
        kind: parameter.name === "cursor" ? listed : kindOf(parameter.example),
      })),
    responses: operation.responses,
    deprecation: [operation["x-deprecated-on"], operation["x-sunset"]],
    isIdempotent: operation["x-idempotent"] === true,
    body:
      operation.requestBody &&
      at(`${pointer}/requestBody/content/application~1json/schema`),
    examples,
    example: Object.values(examples)[0],
    references: referencesIn(Object.values(examples)),
    listed,
    created: ["201", "202"]
      .map((status) =>
        shownBy(
          `${pointer}/responses/${status}`,
          operation.responses[status],
          "one",
        ),
      )
      .find((kind) => kind !== undefined),
  };
}

/** The kind of what a response shows in its `data`, one thing or the items of a list. */
function shownBy(
  pointer: string,
  response: object | undefined,
  how: "one" | "items",
): string | undefined {
  if (!response) return undefined;
  const data = flat(
    at(`${pointer}/content/application~1json/schema`).properties.data,
  );
  const described = how === "items" ? data.items && flat(data.items) : data;
  const properties = described?.oneOf
    ? flat(described.oneOf[0]).properties
    : described?.properties;
  return properties?.id && /^\^(\w+)_/.exec(flat(properties.id).pattern)?.[1];
}

/** The documented bodies of a request or a response. */
export function examplesOf(
  holder: object | undefined,
): TestedOperation["examples"] {
  const examples: object =
    flat(holder)?.content?.["application/json"].examples ?? {};
  return Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [
      name,
      flat(example).value,
    ]),
  );
}

/** The fields that the documented bodies fill with ids of the API. */
function referencesIn(
  examples: Record<string, unknown>[],
): Record<string, string> {
  const kinds = examples
    .flatMap(Object.entries)
    .map(([name, value]) => [name, kindOf(value)]);
  return Object.fromEntries(kinds.filter(([, kind]) => kind !== undefined));
}

function kindOf(value: unknown): string | undefined {
  return /^([a-z]+)_[0-9a-z]{26}$/.exec(String(value))?.[1];
}
