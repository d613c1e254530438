import { resolve, type Contract, type Schema } from "./contract.ts";
import { withNumericBounds } from "./version-30.ts";

const counts = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minContains",
  "minProperties",
  "maxProperties",
] as const;

/**
 * Follows the reference of a schema. Its bounds are in the words of OpenAPI 3.1, and no count is a
 * BigInt.
 */
export function valueSchema(contract: Contract, schema: Schema): Schema {
  const value = withNumericBounds({ ...resolve<Schema>(contract, schema) });
  for (const name of counts)
    if (value[name] !== undefined) value[name] = Number(value[name]);
  return value;
}
