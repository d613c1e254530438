import { resolve, type Contract, type Schema } from "./contract.ts";
import { withNumericBounds } from "./version-30.ts";

/** Follows the reference of a schema. Its bounds are in the words of OpenAPI 3.1. */
export const valueSchema = (contract: Contract, schema: Schema): Schema =>
  withNumericBounds({ ...resolve<Schema>(contract, schema) });
