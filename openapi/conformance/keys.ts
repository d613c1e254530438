import {
  operationsOf,
  requirementOf,
  type Contract,
} from "../model/contract.ts";

/**
 * Returns the keys, by security scheme.
 * @param values values of `--key`: a key without a scheme is for the scheme that most operations
 *   require
 */
export function keysOf(
  contract: Contract,
  values: string[],
): Map<string, string> {
  const schemes = Object.keys(contract.components.securitySchemes);
  if (schemes.length === 0 && values.length > 0)
    throw new Error(
      "The contract has no security scheme, so its requests need no --key.",
    );
  const keys = new Map<string, string>();
  for (const value of values) {
    const [, scheme = "", key = ""] = /^([^=]+)=(.+)$/.exec(value) ?? [];
    if (schemes.includes(scheme)) keys.set(scheme, key);
    else keys.set(mainScheme(contract), value);
  }
  return keys;
}

/** Returns the scheme that most operations require. */
function mainScheme(contract: Contract): string {
  const uses = new Map<string, number>();
  for (const { operation } of operationsOf(contract)) {
    const { scheme } = requirementOf(operation);
    uses.set(scheme, (uses.get(scheme) ?? 0) + 1);
  }
  const usesOf = (scheme: string) => uses.get(scheme) ?? 0;
  const schemes = Object.keys(contract.components.securitySchemes);
  const [first = ""] = schemes.toSorted((a, b) => usesOf(b) - usesOf(a));
  return first;
}
