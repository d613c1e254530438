import { ownServerOf, serverOf } from "../generate/samples/server-address.ts";
import type { Contract, Operation } from "../model/contract.ts";

/**
 * Returns the address before the path of an operation. An operation with servers of its own is at
 * another path of the tested server.
 * @param url the address of the tested server
 * @returns undefined when the operation is at another host, to which the run sends nothing
 */
export function serverAt(
  url: string,
  contract: Contract,
  operation: Operation,
): string | undefined {
  const own = ownServerOf(contract, operation);
  if (own === "") return url;
  const common = serverOf(contract);
  const originOf = (address: string) =>
    URL.canParse(address) ? new URL(address).origin : undefined;
  const origin = originOf(own);
  const isSameHost =
    origin === undefined || [common, url].map(originOf).includes(origin);
  if (!isSameHost) return undefined;
  const path = origin === undefined ? own : new URL(own).pathname;
  return new URL(path, url).href.replace(/\/$/, "");
}
