/** The types of JSON, of which an integer is a number. */
export const types = ["null", "boolean", "number", "string", "array", "object"] as const;
export type Type = (typeof types)[number];

/** @returns the type of a value, of which integers are numbers */
export function typeOf(value: unknown): Type | undefined {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return types.find((type) => type === typeof value);
}
