import { quoted } from "../../model/collections.ts";
import { textIn, textsIn, type Node } from "../../model/node.ts";
import type { Contract } from "../contract/contract.ts";
import { element, elements, elementsOfList } from "../contract/references.ts";
import { atKey, type ReportChange, type Scope } from "./scope.ts";

const key = "servers";

/** Compares the servers of the contract, for operations without their own servers. */
export function compareServers({
  base: { root: from },
  head: { root: to },
  report,
}: Scope): void {
  compareAddresses(report, from, to);
  const before = serversOf(from);
  for (const server of serversOf(to))
    if (lostAddresses(server, before).length > 0)
      report(
        "added",
        `Server \`${server.url}\` was added.`,
        ...atKey(key, from, to),
      );
}

/**
 * Compares the servers of an operation or its path, if there are any.
 * @param from the nodes that may have servers, the nearest first
 */
export function compareOwnServers(
  { base, head, report }: Scope,
  from: Node[],
  to: Node[],
): void {
  const [own, nextOwn] = [from, to].map((nodes) => nodes.find(hasOwnServers));
  if (own || nextOwn)
    compareAddresses(report, own ?? base.root, nextOwn ?? head.root);
}

/** Returns true when an operation or a path has servers, which replace those of the contract. */
export const hasOwnServers = (node: Node): boolean =>
  elementsOfList(node, key).length > 0;

/** Reports lost addresses, and a changed default address. */
function compareAddresses(report: ReportChange, from: Node, to: Node): void {
  const after = serversOf(to);
  const defaults = new Set(after.map(({ defaultAddress }) => defaultAddress));
  const at = atKey(key, from, to);
  for (const server of serversOf(from)) {
    const lost = lostAddresses(server, after);
    const isVariable =
      server.url.includes("{") && !defaults.has(server.defaultAddress);
    const listed =
      lost.length > 0
        ? quoted(lost)
        : isVariable && `\`${server.defaultAddress}\` by default`;
    const isAll = lost.length === server.addresses.length;
    const change = isAll
      ? "was removed"
      : listed && `is no longer at ${listed}`;
    if (change)
      report("server-removed", `Server \`${server.url}\` ${change}.`, ...at);
  }
}

interface Server {
  url: string;
  /**
   * An address for each value of its variables. `*` replaces a variable without a list of values.
   */
  addresses: string[];
  /** The address with the defaults of all variables. */
  defaultAddress: string;
}

function serversOf(holder: Node): Server[] {
  const list = elementsOfList(holder, key);
  return (list.length > 0 ? list : [{ url: "/" }]).map((server) => {
    const url = textIn(server, "url") ?? "/";
    let [defaultAddress, addresses] = [url, [url]];
    for (const [name, variable] of elements(server, "variables")) {
      const [value = "*", ...others] = textsIn(variable, "enum");
      const written = (text: string, each: string) =>
        text.replaceAll(`{${name}}`, () => each);
      defaultAddress = written(defaultAddress, String(variable["default"]));
      addresses = [value, ...others].flatMap((each) =>
        addresses.map((address) => written(address, each)),
      );
    }
    return {
      url,
      addresses: addresses.map(withoutSlash),
      defaultAddress: withoutSlash(defaultAddress),
    };
  });
}

/** Returns the addresses of a server that no other server has. */
function lostAddresses({ addresses }: Server, others: Server[]): string[] {
  const offered = others.flatMap((other) =>
    other.addresses.map((address) => address.split("*")),
  );
  const patterns = offered.map((parts) => patternOf(parts, ".*"));
  return addresses.filter(
    (address) => !patterns.some((pattern) => pattern.test(address)),
  );
}

/** Creates a pattern of literal parts with another pattern between them. */
export const patternOf = (parts: string[], between: string): RegExp =>
  new RegExp(
    `^${parts.map((part) => part.replaceAll(/[.*+?^$()|{}[\]\\]/g, "\\$&")).join(between)}$`,
  );

/** Normalizes an address without its last slash, as paths begin with one. */
const withoutSlash = (url: string) => normalAddress(url).replace(/\/$/, "");

/**
 * Returns the end of the server URLs, such as `/v1`, that the other contract has at the start of
 * its paths.
 */
export function movedBase(
  { root: from }: Contract,
  { root: to }: Contract,
): string {
  const [own = [], others = []] = [from, to].map((root) =>
    serversOf(root).flatMap(({ addresses, defaultAddress }) => [
      ...addresses,
      defaultAddress,
    ]),
  );
  const base = (own[0] ?? "").slice(others[0]?.length);
  const isMoved =
    own.length === others.length &&
    own.every((one, i) => one === `${others[i]}${base}`);
  const isInPaths = Object.keys(element(to, "paths") ?? {}).some((path) =>
    path.startsWith(`${base}/`),
  );
  return isMoved && isInPaths ? base : "";
}

/** Normalizes an address: lower case for scheme and host, and no default port. */
export const normalAddress = (url: string): string =>
  URL.canParse(url) ? new URL(url).href : url;
