import { type OperationId, operations } from "../../generated/operations.ts";
import {
  type Announced,
  branchesOf,
  type Content,
  describedBy,
  followed,
  type Operation,
  type Schema,
} from "./document.ts";
import type { Document } from "./request-check.ts";

/** A deprecated part of requests, or of responses and events, for example `Book.title`. */
export interface DeprecatedPart {
  name: string;
  /** The day after which it may be removed, if the contract names one. */
  sunset: string | undefined;
}

/**
 * Finds the deprecated parts of responses and events: each part once, under the name of the schema
 * that has it.
 */
export function responsePartsOf(document: Document): DeprecatedPart[] {
  const found = new Map<string, DeprecatedPart>();
  const seen = new Set<string>();
  const note = (announced: Announced, name: string) => {
    if (announced.deprecated === true && !found.has(name))
      found.set(name, { name, sunset: announced["x-sunset"] });
  };
  const walk = (schema: Schema, name: string): void => {
    note(schema, name);
    const { $ref: ref, items, properties = {}, additionalProperties } = schema;
    if (ref !== undefined && !seen.has(ref)) {
      seen.add(ref);
      walk(followed(document, { $ref: ref }), ref.split("/").at(-1) ?? name);
    }
    for (const branch of branchesOf(schema)) walk(branch, name);
    if (items !== undefined) walk(items, `${name}[]`);
    for (const [field, inner] of Object.entries(properties))
      walk(inner, `${name}.${field}`);
    if (typeof additionalProperties === "object")
      walk(additionalProperties, `${name}.*`);
  };
  const walkContent = ({ content = {} }: Content, name: string) => {
    for (const { schema } of Object.values(content))
      if (schema !== undefined) walk(schema, name);
  };
  for (const id of Object.keys(operations) as OperationId[]) {
    const { responses = {} } = describedBy(document, id);
    for (const [status, declared] of Object.entries(responses)) {
      const response = followed(document, declared);
      for (const [name, header] of Object.entries(response.headers ?? {}))
        note(followed(document, header), `header ${name}`);
      walkContent(response, `${id} ${status}`);
    }
  }
  const { webhooks = {} } = document as {
    webhooks?: Record<string, { post?: Operation }>;
  };
  for (const [type, { post = {} }] of Object.entries(webhooks)) {
    note(post, `event ${type}`);
    walkContent(post.requestBody ?? {}, `event ${type}`);
  }
  return [...found.values()];
}
