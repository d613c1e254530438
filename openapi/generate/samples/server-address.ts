import type { Contract, Operation, Server } from "../../model/contract.ts";

/**
 * The address of the server, with the default of each variable. A path follows it, so it ends without
 * a slash.
 */
export const serverOf = (contract: Contract): string =>
  withoutSlash(commonAddress(contract));

const commonAddress = ({ servers: [server] }: Contract): string =>
  server ? addressOfServer(server) : "";

const withoutSlash = (address: string): string => address.replace(/\/+$/, "");

/**
 * Returns the address that a client can use by default: the only server, when it is complete.
 * @param prefix the start of all paths, which a client takes from the end of an address
 */
export function defaultServer(
  { servers: [server, ...others] }: Contract,
  prefix: string,
): string {
  if (!server || others.length > 0) return "";
  const address = withoutSlash(server.url);
  const isComplete = /^https?:\/\/[^\s?#@*`{}]+$/i.test(address);
  const isCut = prefix !== "" && address.endsWith(prefix);
  return isComplete && URL.canParse(address) && !isCut ? address : "";
}

const addressOfServer = ({ url, variables = {} }: Server): string =>
  url.replaceAll(
    /\{([^{}]+)\}/g,
    (_, name: string) => variables[name]?.default ?? "",
  );

/**
 * The address of the operation's own server. A relative one counts from the contract's server.
 * Empty when the operation has none, or when it has the contract's.
 */
export function ownServerOf(
  contract: Contract,
  { servers: [server] = [] }: Operation,
): string {
  if (!server) return "";
  const common = commonAddress(contract);
  const own = addressOfServer(server);
  const address = URL.canParse(own, common) ? new URL(own, common).href : own;
  return own === common ? "" : withoutSlash(address);
}
