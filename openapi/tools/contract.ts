import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { LineCounter, parseDocument, visit, type Document } from "yaml";
import { fillTexts } from "./fill-texts.js";

/** Where the contract lives. */
export const contractFile = fileURLToPath(new URL("../openapi.yaml", import.meta.url));

/** The parts of an OpenAPI document that our tools read. Lint guarantees the rest of its shape. */
export interface Contract {
  info: { title: string; version: string };
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
export type PathItem = { [method in (typeof methods)[number]]?: Operation } & Pick<Operation, "parameters">;
export interface Operation {
  operationId: string;
  description?: string | undefined;
  tags?: string[];
  "x-idempotent"?: boolean;
  security: { apiKey: string[] }[];
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
}
export interface Schema {
  description?: string;
  type?: string | string[];
  enum?: string[];
  "x-extensible-enum"?: string[];
  items?: Schema;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
}
export interface Response {
  content: Record<string, { schema?: object; examples: Record<string, Example | Reference> }>;
}
export interface Example {
  value: { error?: { code: string; message: string } };
}

/**
 * Reads a contract: its text as it is written, and its content with every number in the place of its placeholder.
 * @throws Error whose message says where the YAML is broken, by line and column, or which fact a description lacks.
 */
export function readContract(file = contractFile): { text: string; contract: Contract } {
  const text = readFileSync(file, "utf8");
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const fault = document.errors[0] ?? document.warnings[0];
  const message = fault?.message ?? unknownAlias(document, lines);
  if (message !== undefined) throw new Error(`${file} is not valid YAML: ${message}`);
  // The limit of 100 uses of an anchor guards against hostile documents; this one is ours.
  const contract = document.toJS({ maxAliasCount: -1 }) as Contract;
  fillTexts(contract);
  return { text, contract };
}

/** The parser leaves these to `toJS`, which does not know lines. */
function unknownAlias(document: Document.Parsed, lines: LineCounter): string | undefined {
  const anchors = new Set<string>();
  let message: string | undefined;
  visit(document, {
    Alias: (_, { source, range }) => {
      if (anchors.has(source)) return undefined;
      const { line, col } = lines.linePos(range?.[0] ?? 0);
      message = `No anchor &${source} stands before *${source} at line ${line}, column ${col}`;
      return visit.BREAK;
    },
    Value: (_, { anchor }) => {
      if (anchor !== undefined) anchors.add(anchor);
    },
  });
  return message;
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

/** The methods in the order that lint asks for. */
const methods = ["get", "head", "post", "put", "patch", "delete", "options", "trace"] as const;

/** An operation with its place. */
export interface Located {
  method: (typeof methods)[number];
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
