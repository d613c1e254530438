import {
  resolve,
  type Contract,
  type Located,
  type Parameter,
} from "../model/contract.ts";
import { credentialsIn } from "../model/credentials.ts";
import { isSent } from "../generate/samples/sample-parameters.ts";

/**
 * Returns the parameters of an operation, without references. Leaves out headers that OpenAPI
 * ignores here, such as `Accept`, and the places of keys.
 */
export function parametersOf(
  contract: Contract,
  { operation }: Located,
): Parameter[] {
  const { parameters = [], security = [] } = operation;
  const credentials = security.flatMap((requirement) =>
    credentialsIn(contract, requirement),
  );
  return parameters
    .map((parameter) => resolve<Parameter>(contract, parameter))
    .filter((parameter) => isSent(parameter, credentials));
}
