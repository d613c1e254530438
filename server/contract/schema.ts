import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { components } from "../../generated/types.ts";
import type { ErrorDetail } from "./api-error.ts";
import { loadContract } from "./load.ts";

type Schemas = components["schemas"];

let allFaults: Ajv2020 | undefined;
let firstFault: Ajv2020 | undefined;

/** Called at the first use, so that a contract that cannot be loaded is reported by the start and not by an import. */
function compile({ allErrors }: { allErrors: boolean }): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors });
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
  // A valid value ends soon with each schema of a `oneOf` that it does not match.
  firstFault ??= compile({ allErrors: false });
  if (validatorIn(firstFault, name)(value)) return [];
  const validate = validatorOf(name);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message = "is not valid" }) => ({
    path: instancePath.split("/").slice(1),
    message,
  }));
}

/** What holds a value against a schema of the contract, and then has its faults. */
export function validatorOf(name: keyof Schemas & string): ValidateFunction {
  allFaults ??= compile({ allErrors: true });
  return validatorIn(allFaults, name);
}

const validatorIn = (ajv: Ajv2020, name: string) =>
  ajv.getSchema(`contract#/components/schemas/${name}`) as ValidateFunction;
