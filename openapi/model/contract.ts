import { methods, type Method, childOf, namesIn } from "./node.ts";

/** An OpenAPI document, in the parts that our tools read. `giveDefaults` puts there what is not optional. */
export interface Contract {
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license?: { name: string; identifier?: string };
  };
  servers: { url: string; variables?: Record<string, { default: string }> }[];
  tags: { name: string; description: string; "x-client"?: string }[];
  "x-limits": Record<string, number>;
  "x-delivery": Record<string, number | number[]>;
  "x-unrouted-responses": Record<string, Response | Reference>;
  paths: Record<string, PathItem>;
  webhooks: Record<string, PathItem>;
  components: {
    securitySchemes: Record<string, SecurityScheme>;
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    examples: Record<string, Example>;
  };
}
export interface Reference {
  $ref: string;
}
export type PathItem = { [method in Method]?: Operation } & Pick<
  Operation,
  "parameters"
>;
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  deprecated?: boolean;
  "x-deprecated-on"?: string;
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
  description?: string;
  /** Of type http: `bearer`, `basic`. */
  scheme?: string;
  "x-scopes"?: Record<string, string>;
  /** The client that has the operations; without one it is the client of programs. */
  "x-client"?: string;
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
  /** Of an object in the query: `name[field]=value`. */
  style?: "deepObject";
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
  /** How fields of a form are written. */
  encoding?: Record<string, { style?: string }>;
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
  /** The schema of which this one has some fields. `previous` of events gets it. */
  "x-part-of"?: string;
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
  /** What the schema of what is in every error has. */
  "x-fields-of-codes"?: Record<string, string[]>;
}

/** A part of a contract while somebody writes it: anything may be missing. */
export type Draft<Part> = Part extends Reference | readonly string[]
  ? Part
  : Part extends readonly (infer Item)[]
    ? Draft<Item>[]
    : Part extends object
      ? { [Name in keyof Part]?: Draft<Part[Name]> }
      : Part;

/** The security scheme that an operation requires. */
export const schemeOf = (
  { components }: Contract,
  operation: Operation,
): SecurityScheme | undefined =>
  components.securitySchemes[requirementOf(operation).scheme];

/** The clients beside that of programs, each a file of `client/`. */
export const otherClientsOf = ({ components }: Contract): string[] => [
  ...new Set(
    Object.values(components.securitySchemes).flatMap(
      (scheme) => scheme["x-client"] ?? [],
    ),
  ),
];

/** All scopes of a contract, with what each grants. */
export const scopesOf = ({ components }: Contract): Record<string, string> =>
  Object.assign(
    {},
    ...Object.values(components.securitySchemes).map(
      (scheme) => scheme["x-scopes"] ?? {},
    ),
  );

/**
 * Follows a local reference. `node` is returned as it is when it is none.
 * @throws Error that names a reference which leads nowhere, or to itself
 */
export function resolve<T extends object>(
  contract: Contract,
  node: T | Reference,
  depth = 0,
): T {
  if (!("$ref" in node)) return node;
  if (depth > 100) throw new Error(`${node.$ref} leads to itself.`);
  const target = namesIn(node.$ref).reduce<unknown>(childOf, contract);
  if (target === undefined)
    throw new Error(`The contract has no ${node.$ref}.`);
  return resolve(contract, target as T | Reference, depth + 1);
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

/** What the `security` of an operation requires; no scheme where anybody may call it, which lint refuses in our contract. */
export function requirementOf({ security = [] }: Operation): Requirement {
  const [[scheme, scopes] = ["", []]] = security.flatMap((each) =>
    Object.entries(each),
  );
  return { scheme, scopes };
}

/** An operation with its place. */
export interface Located {
  method: Method;
  path: string;
  operation: Operation;
}

/** Every operation with its method and path, in the order of the contract. Parameters of the path are its own. */
export const operationsOf = (contract: Contract): Located[] =>
  operationsIn(contract.paths);

/** The operations of paths, or those of webhooks, whose names stand in the place of paths. */
export function operationsIn(items: Record<string, PathItem>): Located[] {
  return Object.entries(items).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const parameters = [
        ...(item.parameters ?? []),
        ...(operation.parameters ?? []),
      ];
      return [{ method, path, operation: { ...operation, parameters } }];
    }),
  );
}

/** How long, large or many a value may be, and how long its elements. Patterns are for programs. */
export const limitsOf = (schema: Schema, item: Schema = {}): string[] =>
  [
    range(schema.minLength, schema.maxLength, "characters"),
    schema.const === undefined
      ? range(schema.minimum, schema.maximum, "")
      : undefined,
    range(schema.minItems, schema.maxItems, "elements"),
    range(undefined, schema.maxProperties, "fields"),
    range(item.minLength, item.maxLength, "characters each"),
  ].filter((limit) => limit !== undefined);

/** `1 to 100`. A bound that only says what a computer can count is none. */
function range(
  from: number | undefined,
  to = Infinity,
  unit: string,
): string | undefined {
  const [least, most] = [from?.toLocaleString("en"), to.toLocaleString("en")];
  if (to >= 2 ** 31 - 1)
    return from ? `at least ${least} ${unit}`.trim() : undefined;
  if (from === undefined || (from === 0 && unit !== ""))
    return `at most ${most} ${unit}`.trim();
  return `${from === to ? most : `${least} to ${most}`} ${unit}`.trim();
}
