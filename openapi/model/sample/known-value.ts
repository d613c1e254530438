import type { Schema } from "../contract.ts";

/** Returns a value that a schema names: its example, its constant, its default or a listed value. */
export const knownValue = (schema: Schema): unknown =>
  [
    schema.example,
    schema.examples?.[0],
    schema.const,
    schema.default,
    ...(schema.enum ?? []),
    schema["x-extensible-enum"]?.[0],
  ].find((value) => value !== undefined && value !== null);
