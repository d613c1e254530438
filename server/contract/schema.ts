import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { components } from "../../generated/types.ts";
import type { ErrorDetail } from "./api-error.ts";
import { loadContract } from "./load.ts";

type Schemas = components["schemas"];

let ajv: Ajv2020 | undefined;

/** Compiled at the first use, so that a contract that cannot be loaded is reported by the start and not by an import. */
function schemas(): Ajv2020 {
  if (ajv) return ajv;
  ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  // The server itself writes only the values that the contract lists.
  ajv.addKeyword({ keyword: "x-extensible-enum", macro: (known: string[]) => ({ enum: [...known, null] }) });
  return ajv.addSchema(loadContract(), "contract");
}

/**
 * The faults of a value that comes from no request, by a schema of the contract; none when it is valid. In English, for
 * operators and logs.
 */
export function faultsIn<Name extends keyof Schemas & string>(
  name: Name,
  value: Schemas[Name],
): ErrorDetail[] {
  const validate = validatorOf(name);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message = "is not valid" }) => ({
    path: instancePath.split("/").slice(1),
    message,
  }));
}

/** What holds a value against a schema of the contract, and then has its faults. */
export const validatorOf = (name: keyof Schemas & string): ValidateFunction =>
  schemas().getSchema(`contract#/components/schemas/${name}`) as ValidateFunction;
