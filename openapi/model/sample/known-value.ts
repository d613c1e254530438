import type { Schema } from "../contract.ts";

/** Returns a value that a schema names: its example, its constant, its default or a listed value. */
export const knownValue = (schema: Schema): unknown =>
  [
    schema.example,
    schema.examples?.[0],
    schema.const,
    mayBeDefault(schema) ? schema.default : undefined,
    ...(schema.enum ?? []),
    schema["x-extensible-enum"]?.[0],
  ].find((value) => value !== undefined && value !== null);

/** Returns false for a default of another type than the schema, and for one that is not listed. */
function mayBeDefault({ default: value, type, enum: listed }: Schema): boolean {
  const types = [type ?? []].flat();
  const isOfType =
    types.length === 0 || types.some((each) => typesOf(value).includes(each));
  const isListed =
    listed === undefined || typeof value !== "string" || listed.includes(value);
  return isOfType && isListed;
}

/** Returns the types of a value in JSON Schema. */
function typesOf(value: unknown): string[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  if (typeof value === "bigint" || Number.isInteger(value))
    return ["integer", "number"];
  return [typeof value];
}
