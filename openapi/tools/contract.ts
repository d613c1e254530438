import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseDocument } from "yaml";

/** Where the contract lives. */
export const contractFile = fileURLToPath(new URL("../openapi.yaml", import.meta.url));

/** The parts of an OpenAPI document that our tools read. Lint guarantees the rest of its shape. */
export interface Contract {
  info: { title: string; version: string };
  "x-shared": { headers: Record<string, Reference> };
  "x-unrouted-responses": Record<string, Response | Reference>;
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: { apiKey: { "x-scopes": Record<string, string> } };
    headers: { RateLimitLimit: { schema: { const: number }; "x-window-seconds": number } };
    schemas: {
      ErrorDetails: { maxItems: number; items: { properties: { path: { items: { maxLength: number } } } } };
    };
    responses: { PayloadTooLarge: { "x-max-bytes": number } } & Record<string, Response>;
  };
}
export interface Reference {
  $ref: string;
}
export interface Operation {
  operationId: string;
  security: { apiKey: string[] }[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: Record<string, { schema: Schema | Reference }> };
  responses: Record<string, Response | Reference>;
}
export interface Parameter {
  name: string;
  in: "query" | "path" | "header";
  schema: Schema | Reference;
}
export interface Schema {
  default?: unknown;
  properties?: Record<string, Schema>;
}
export interface Response {
  content: Record<string, { examples: Record<string, Example | Reference> }>;
}
export interface Example {
  value: { error?: { code: string; message: string } };
}

/**
 * Reads a contract.
 * @throws Error whose message says where the YAML is broken, by line and column.
 */
export function readContract(file = contractFile): { text: string; contract: Contract } {
  const text = readFileSync(file, "utf8");
  const document = parseDocument(text);
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault) throw new Error(`${file} is not valid YAML: ${fault.message}`);
  return { text, contract: document.toJS() as Contract };
}

/** Follows a local reference. `node` is returned as it is when it is none. */
export function resolve<T extends object>(contract: Contract, node: T | Reference): T {
  if (!("$ref" in node)) return node;
  const names = node.$ref.slice("#/".length).split("/").map(unescapePointer);
  const target = names.reduce<unknown>(
    (at, name) => (at as Record<string, unknown> | undefined)?.[name],
    contract,
  );
  if (target === undefined) throw new Error(`The contract has no ${node.$ref}.`);
  return resolve(contract, target as T | Reference);
}

const unescapePointer = (name: string) => name.replaceAll("~1", "/").replaceAll("~0", "~");

/** Every operation with its method and path, in the order of the contract. */
export function operationsOf(contract: Contract): { method: string; path: string; operation: Operation }[] {
  return Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}
