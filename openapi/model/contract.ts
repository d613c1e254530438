import { childOf } from "./node.ts";
import { methods, type Method } from "./operation-nodes.ts";
import { namesIn } from "./pointer.ts";

/**
 * The parts of an OpenAPI document that our tools read. `addDefaults` adds the fields that are not
 * optional here.
 */
export interface Contract {
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license?: { name: string; identifier?: string; url?: string };
    contact?: { name?: string; url?: string; email?: string };
    termsOfService?: string;
  };
  externalDocs?: ExternalDocs;
  servers: Server[];
  tags: {
    name: string;
    description: string;
    externalDocs?: ExternalDocs;
    "x-client"?: string;
  }[];
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
export interface ExternalDocs {
  url: string;
  description?: string;
}
export interface Server {
  url: string;
  description?: string;
  variables?: Record<
    string,
    { default: string; enum?: string[]; description?: string }
  >;
}
export interface Reference {
  $ref: string;
}
export type PathItem = { [method in Method]?: Operation } & Pick<
  Operation,
  "parameters" | "servers"
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
  /** In our contract one requirement of one scheme, as lint checks. Webhooks have none. */
  security?: SecurityRequirement[];
  /** The servers of this operation alone. */
  servers?: Server[];
  parameters?: (Parameter | Reference)[];
  requestBody?: Body;
  responses: Record<string, Response | Reference>;
  /** Name → address of a callback → its requests. */
  callbacks?: Record<string, Record<string, PathItem | Reference> | Reference>;
  externalDocs?: ExternalDocs;
}
export type SecurityRequirement = Record<string, string[]>;
export interface SecurityScheme {
  type?: string;
  description?: string;
  /** The HTTP authentication scheme, for the type `http`: `bearer` or `basic`. */
  scheme?: string;
  openIdConnectUrl?: string;
  /** The flows of OAuth 2.0. */
  flows?: Record<string, OauthFlow>;
  "x-scopes"?: Record<string, string>;
  /**
   * The file of `client/` with the client of this scheme. Without it, the main client has the
   * operations.
   */
  "x-client"?: string;
}
export interface OauthFlow {
  authorizationUrl?: string;
  deviceAuthorizationUrl?: string;
  tokenUrl?: string;
  refreshUrl?: string;
  scopes?: Record<string, string>;
}
export interface Header {
  description?: string;
  required?: boolean;
  deprecated?: boolean;
  "x-sunset"?: string;
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Example | Reference>;
  explode?: boolean;
  /** The media type of a value that is not written by a style. */
  content?: Record<string, MediaType & { example?: unknown }>;
}
export interface Parameter extends Header {
  name: string;
  in: "query" | "path" | "header" | "cookie";
  /** `deepObject` writes an object in the query as `name[field]=value`. */
  style?: string;
  allowReserved?: boolean;
}
/** The description and the content of a request or a response. */
export interface Body {
  description?: string;
  /** Missing in the response of a webhook receiver. */
  content?: Record<string, MediaType>;
}
export interface Response extends Body {
  headers?: Record<string, Header | Reference>;
  links?: Record<string, Link | Reference>;
}
/** A later request for which a response has values. */
export interface Link {
  operationId?: string;
  operationRef?: string;
  description?: string;
  /** Parameter → the value, or an expression such as `$response.body#/id`. */
  parameters?: Record<string, unknown>;
  requestBody?: unknown;
}
export interface MediaType {
  schema: Schema;
  /** The schema of each element of a stream, such as JSON Lines. */
  itemSchema?: Schema;
  examples?: Record<string, Example | Reference>;
  /** Field of a form → its style. */
  encoding?: Record<
    string,
    {
      style?: string;
      explode?: boolean;
      contentType?: string;
      headers?: object;
    }
  >;
}
export interface Example {
  summary?: string;
  value: unknown;
}
/** A bound of a number. It is a BigInt when a number would lose digits. */
export type Bound = number | bigint;

export interface Schema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: string[];
  "x-extensible-enum"?: string[];
  /**
   * The schema of which this one has some fields, as `previous` of an event has some of its object.
   */
  "x-part-of"?: string;
  /** Values of `x-extensible-enum` that the reference server does not send. */
  "x-not-sent"?: string[];
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  minimum?: Bound;
  maximum?: Bound;
  exclusiveMinimum?: Bound;
  exclusiveMaximum?: Bound;
  multipleOf?: Bound;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  readOnly?: boolean;
  writeOnly?: boolean;
  contentMediaType?: string;
  contentEncoding?: string;
  propertyNames?: Schema;
  contains?: Schema;
  minContains?: number;
  dependentRequired?: Record<string, string[]>;
  dependentSchemas?: Record<string, Schema>;
  if?: Schema;
  then?: Schema;
  items?: Schema;
  /** The schemas of the first elements. After them `items` may be false. */
  prefixItems?: Schema[];
  /** True when the server checks each element of this list by itself. */
  "x-per-element"?: boolean;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  deprecated?: boolean;
  "x-sunset"?: string;
  /** Error code → further fields of the error. Only the schema of errors has it. */
  "x-fields-of-codes"?: Record<string, string[]>;
}

/** A part of a contract that somebody is writing: each field may be missing. */
export type Draft<Part> = Part extends Reference | readonly string[]
  ? Part
  : Part extends readonly (infer Item)[]
    ? Draft<Item>[]
    : Part extends object
      ? { [Name in keyof Part]?: Draft<Part[Name]> }
      : Part;

/** Returns the security scheme that an operation requires. */
export const schemeOf = (
  { components }: Contract,
  operation: Operation,
): SecurityScheme | undefined =>
  components.securitySchemes[requirementOf(operation).scheme];

/** Returns the names of the clients beside the main one. Each is a file of `client/`. */
export const otherClientsOf = ({ components }: Contract): string[] => [
  ...new Set(
    Object.values(components.securitySchemes).flatMap(
      (scheme) => scheme["x-client"] ?? [],
    ),
  ),
];

/** Returns scope → description, for all scopes of a contract. */
export const scopesOf = ({ components }: Contract): Record<string, string> =>
  Object.assign(
    {},
    ...Object.values(components.securitySchemes).map(
      (scheme) => scheme["x-scopes"] ?? {},
    ),
  );

/**
 * Follows a local reference. Returns a node without a reference unchanged.
 * @throws Error that names a broken or circular reference
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

/** Follows a reference of one contract, as `resolve` does. */
export type Follow = <T extends object>(node: T | Reference) => T;
/** Returns a function that follows the references of a contract. */
export const followIn =
  (contract: Contract): Follow =>
  (node) =>
    resolve(contract, node);

/** The security scheme and the scopes that an operation requires. */
export interface Requirement {
  /** Empty when anybody may call the operation. */
  scheme: string;
  scopes: string[];
}

/**
 * Returns the first requirement in the `security` of an operation. Lint allows only one in our
 * contract.
 */
export function requirementOf({ security = [] }: Operation): Requirement {
  const [[scheme, scopes] = ["", []]] = security.flatMap((each) =>
    Object.entries(each),
  );
  return { scheme, scopes };
}

/** An operation with its method and path. */
export interface Located {
  method: Method;
  path: string;
  operation: Operation;
}

/**
 * Returns the operations of a contract, in its order. Each has the parameters of its path too, and
 * the servers of its path when it has none.
 */
export const operationsOf = (contract: Contract): Located[] =>
  operationsIn(contract.paths);

/** Returns the operations of `paths` or `webhooks`. The path of a webhook is its name. */
export function operationsIn(items: Record<string, PathItem>): Located[] {
  const found: Located[] = [];
  for (const [path, item] of Object.entries(items))
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      const parameters = [
        ...(item.parameters ?? []),
        ...(operation.parameters ?? []),
      ];
      const servers = operation.servers ?? item.servers;
      found.push({
        method,
        path,
        operation: { ...operation, parameters, ...(servers && { servers }) },
      });
    }
  return found;
}
