import { methods, type Method } from "../document/methods.ts";
import { namesIn } from "../document/pointer.ts";

/** The parts of an OpenAPI document that our tools read. Lint guarantees the rest of its shape. */
export interface Contract {
  info: { title: string; version: string; description?: string };
  "x-shared": { headers: Record<string, Reference> };
  "x-limits": Record<string, number>;
  "x-delivery": Record<string, number | number[]>;
  "x-unrouted-responses": Record<string, Response | Reference>;
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    securitySchemes: { apiKey: { description: string; "x-scopes": Record<string, string> } };
    schemas: Record<string, Schema> & {
      Error: {
        required: string[];
        properties: Record<string, Schema> & { code: Schema & { "x-extensible-enum": string[] } };
        "x-fields-of-codes": Record<string, string[]>;
      };
    };
    responses: Record<string, Response>;
  };
}
export interface Reference {
  $ref: string;
}
export type PathItem = { [method in Method]?: Operation } & Pick<Operation, "parameters">;
export interface Operation {
  operationId: string;
  description?: string | undefined;
  tags?: string[];
  "x-idempotent"?: boolean;
  /** One requirement of one scheme; lint holds it to that. Webhooks have none. */
  security: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: {
    content: Record<string, { schema: Schema | Reference; examples?: Record<string, Example | Reference> }>;
  };
  responses: Record<string, Response | Reference>;
}
export interface Parameter {
  name: string;
  in: "query" | "path" | "header";
  schema: Schema | Reference;
  example?: unknown;
}
export interface Schema {
  description?: string;
  type?: string | string[];
  enum?: string[];
  "x-extensible-enum"?: string[];
  items?: Schema;
  "x-per-element"?: boolean;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
}
export interface Response {
  description?: string;
  content: Record<string, { schema?: object; examples: Record<string, Example | Reference> }>;
}
export interface Example {
  summary?: string;
  value: { error?: { code: string; message: string } };
}

/** Whether an operation is for programs with an API key: not for the browsers of visitors. */
export const takesKey = ({ security }: Operation): boolean => security.every((each) => "apiKey" in each);

/** Follows a local reference. `node` is returned as it is when it is none. */
export function resolve<T extends object>(contract: Contract, node: T | Reference): T {
  if (!("$ref" in node)) return node;
  const target = namesIn(node.$ref).reduce<unknown>(
    (at, name) => (at as Record<string, unknown> | undefined)?.[name],
    contract,
  );
  if (target === undefined) throw new Error(`The contract has no ${node.$ref}.`);
  return resolve(contract, target as T | Reference);
}

/** What a request of the operation needs: a credential of a security scheme, and scopes that it must have. */
export interface Requirement {
  scheme: string;
  scopes: string[];
}

/**
 * What the `security` of an operation requires. Without a scope, any credential of the scheme will do.
 * @throws Error when the operation requires nothing, which lint refuses
 */
export function requirementOf({ operationId, security }: Operation): Requirement {
  const [requirement] = security.flatMap((each) => Object.entries(each));
  if (!requirement) throw new Error(`${operationId} can be called by anyone.`);
  const [scheme, scopes] = requirement;
  return { scheme, scopes };
}

/** An operation with its place. */
export interface Located {
  method: Method;
  path: string;
  operation: Operation;
}

/** Every operation with its method and path, in the order of the contract. Parameters of the path are its own. */
export function operationsOf(contract: Contract): Located[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      return [{ method, path, operation: { ...operation, parameters } }];
    }),
  );
}
