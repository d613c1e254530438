/** A schema of the contract, with the keywords that the tests read. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  const?: unknown;
  default?: unknown;
  enum?: unknown[];
  "x-extensible-enum"?: unknown[];
  /** Values that this server never sends. */
  "x-not-sent"?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  maxProperties?: number;
  /** Whether each element of this list is checked by itself. */
  "x-per-element"?: boolean;
}

/** A response as the contract declares it, or a reference to one. */
export interface DeclaredResponse {
  $ref?: string;
  headers: Record<string, { $ref?: string; required?: boolean; schema: Schema }>;
  content: { "application/json": { schema: Schema } };
}
