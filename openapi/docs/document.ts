import { withChapters } from "../decorators/docs-chapters.ts";
import type { Bounds } from "../tools/bounds.ts";
import { resolve, type Contract, type Located, type Reference } from "../tools/contract.ts";
import { readContract } from "../tools/read-contract.ts";
import { sampleCall } from "../tools/samples/call.ts";

/** What the docs read of the contract with its chapters. Lint guarantees the rest of its shape. */
export interface Document {
  info: { title: string; version: string; summary: string; description: string };
  servers: { url: string; variables?: Record<string, { default: string }> }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
}
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  deprecated?: boolean;
  "x-sunset"?: string;
  security?: { apiKey?: string[] }[];
  parameters?: (Parameter | Reference)[];
  requestBody?: Body;
  responses: Record<string, Response | Reference>;
}
export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}
export interface Body {
  description?: string;
  content?: Record<string, { schema: Schema; examples?: Record<string, Example | Reference> }>;
}
export interface Response extends Body {
  headers?: Record<string, Header | Reference>;
}
export type Header = Omit<Parameter, "in" | "name">;
export interface Example {
  summary?: string;
  value: unknown;
}
export interface Schema extends Bounds {
  $ref?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  "x-extensible-enum"?: unknown[];
  default?: unknown;
  deprecated?: boolean;
  "x-sunset"?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** Returns what a reference points to, and anything else as it is. */
export type Follow = <T extends object>(node: T | Reference) => T;
export const followIn =
  (document: Document): Follow =>
  (node) =>
    resolve(document as unknown as Contract, node);

/** What a sample of an operation sends. */
export const callOf = (document: Document, located: { path: string; method: string; operation: Operation }) =>
  sampleCall(document as unknown as Contract, located as unknown as Located);

/** The contract with the chapters that its docs have. */
export function readDocument(): Document {
  const { contract } = readContract();
  const info = { ...contract.info, description: withChapters(contract) };
  return { ...contract, info } as unknown as Document;
}
