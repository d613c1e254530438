import { type OperationId, operations } from "../../generated/operations.ts";
import type { Document } from "./request-check.ts";

/** A schema as far as it is read here. */
export interface Schema extends Announced {
  $ref?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

export interface Announced {
  deprecated?: boolean;
  "x-sunset"?: string;
}

export interface Parameter extends Announced {
  $ref?: string;
  name: string;
  in: "query" | "header" | "path";
  schema?: Schema;
}

export interface Content {
  content?: Record<string, { schema?: Schema }>;
}

export interface Response extends Content {
  $ref?: string;
  headers?: Record<string, Announced & { $ref?: string; schema?: Schema }>;
}

export interface Operation extends Announced {
  parameters?: Parameter[];
  requestBody?: Content & { $ref?: string };
  responses?: Record<string, Response>;
}

/** Returns an operation of the contract. */
export function describedBy(document: Document, id: OperationId): Operation {
  const { path, method } = operations[id];
  return document.paths?.[path]?.[method] as Operation;
}

/** Returns what a `$ref` of the contract refers to. */
export function followed<Part extends { $ref?: string }>(
  document: Document,
  part: Part,
): Part {
  if (part.$ref === undefined) return part;
  const names = part.$ref.split("/").slice(1);
  const found = names.reduce<unknown>(
    (node, name) =>
      (node as Record<string, unknown>)[
        name.replaceAll("~1", "/").replaceAll("~0", "~")
      ],
    document,
  );
  return followed(document, found as Part);
}

/** Lists the branches of a schema, whichever keyword has them. */
export const branchesOf = ({ allOf = [], anyOf = [], oneOf = [] }: Schema) => [
  ...allOf,
  ...anyOf,
  ...oneOf,
];
