import { methods, type Method } from "./methods.ts";
import { childOf } from "./node.ts";
import { namesIn } from "./pointer.ts";

/** An OpenAPI document, in the parts that our tools read. Lint guarantees that what is not optional is there. */
export interface Contract {
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string; variables?: Record<string, { default: string }> }[];
  tags: { name: string; description: string }[];
  "x-limits": Record<string, number>;
  "x-delivery": Record<string, number | number[]>;
  "x-unrouted-responses": Record<string, Response | Reference>;
  paths: Record<string, PathItem>;
  webhooks: Record<string, PathItem>;
  components: {
    securitySchemes: Record<string, Partial<SecurityScheme>> & { apiKey: SecurityScheme };
    schemas: Record<string, Schema> & { Error: ErrorSchema };
    responses: Record<string, Response>;
    examples: Record<string, Example>;
  };
}
export interface Reference {
  $ref: string;
}
export type PathItem = { [method in Method]?: Operation } & Pick<Operation, "parameters">;
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  deprecated?: boolean;
  "x-sunset"?: string;
  "x-idempotent"?: boolean;
  "x-any-key"?: boolean;
  /** One requirement of one scheme; lint holds it to that. Webhooks have none. */
  security?: SecurityRequirement[];
  parameters?: (Parameter | Reference)[];
  requestBody?: Body;
  responses: Record<string, Response | Reference>;
}
export type SecurityRequirement = Record<string, string[]>;
export interface SecurityScheme {
  description: string;
  "x-scopes": Record<string, string>;
}
export interface Header {
  description?: string;
  required?: boolean;
  deprecated?: boolean;
  "x-sunset"?: string;
  schema: Schema;
  example?: unknown;
}
export interface Parameter extends Header {
  name: string;
  in: "query" | "path" | "header";
}
/** What a request or a response carries. */
export interface Body {
  description?: string;
  /** A receiver's response to a webhook has none. */
  content?: Record<string, MediaType>;
}
export interface Response extends Body {
  headers?: Record<string, Header | Reference>;
}
export interface MediaType {
  schema: Schema;
  examples?: Record<string, Example | Reference>;
}
export interface Example {
  summary?: string;
  value: unknown;
}
export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: string[];
  "x-extensible-enum"?: string[];
  /** Values that this server never sends. */
  "x-not-sent"?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  maxProperties?: number;
  propertyNames?: Schema;
  items?: Schema;
  /** Whether each element of this list is checked by itself. */
  "x-per-element"?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  deprecated?: boolean;
  "x-sunset"?: string;
}
/** The schema of what is in every error. */
export interface ErrorSchema extends Schema {
  required: string[];
  properties: Record<string, Schema> & { code: Schema & { "x-extensible-enum": string[] } };
  "x-fields-of-codes": Record<string, string[]>;
}

/** A part of a contract while somebody writes it: anything may be missing. */
export type Draft<Part> = Part extends Reference | readonly string[]
  ? Part
  : Part extends readonly (infer Item)[]
    ? Draft<Item>[]
    : Part extends object
      ? { [Name in keyof Part]?: Draft<Part[Name]> }
      : Part;

/** Whether an operation is for programs with an API key: not for the browsers of visitors. */
export const takesKey = ({ security = [] }: Operation): boolean => security.every((each) => "apiKey" in each);

/** Follows a local reference. `node` is returned as it is when it is none. */
export function resolve<T extends object>(contract: Contract, node: T | Reference): T {
  if (!("$ref" in node)) return node;
  const target = namesIn(node.$ref).reduce<unknown>(childOf, contract);
  if (target === undefined) throw new Error(`The contract has no ${node.$ref}.`);
  return resolve(contract, target as T | Reference);
}

/** Returns what a reference points to, and anything else as it is. */
export type Follow = <T extends object>(node: T | Reference) => T;
export const followIn =
  (contract: Contract): Follow =>
  (node) =>
    resolve(contract, node);

/** What a request of the operation needs: a credential of a security scheme, and scopes that it must have. */
export interface Requirement {
  scheme: string;
  scopes: string[];
}

/**
 * What the `security` of an operation requires. Without a scope, any credential of the scheme will do.
 * @throws Error when the operation requires nothing, which lint refuses
 */
export function requirementOf({ operationId, security = [] }: Operation): Requirement {
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
export const operationsOf = (contract: Contract): Located[] => operationsIn(contract.paths);

/** The operations of paths, or those of webhooks, whose names stand in the place of paths. */
export function operationsIn(items: Record<string, PathItem>): Located[] {
  return Object.entries(items).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      return [{ method, path, operation: { ...operation, parameters } }];
    }),
  );
}
