import { memoized, quoted } from "../../model/collections.ts";
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

/** Returns true when an operation or a path has servers, which replace the contract's servers. */
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
    const isAll = lost.length === (server.addresses?.length ?? 1);
    const change = isAll
      ? "was removed"
      : listed && `is no longer at ${listed}`;
    if (change)
      report("server-removed", `Server \`${server.url}\` ${change}.`, ...at);
  }
}

interface Server {
  url: string;
  /** Name of a variable → its values. `*` stands for any value. */
  variables: Map<string, string[]>;
  /** An address for each value of its variables. Undefined when there are too many. */
  addresses: string[] | undefined;
  /** The address with the defaults of all variables. */
  defaultAddress: string;
}

/** The maximum of addresses of one server. */
const maxAddresses = 20_000;

const serversOf = memoized((holder: Node): Server[] => {
  const list = elementsOfList(holder, key);
  return (list.length > 0 ? list : [{ url: "/" }]).map((server) => {
    const url = textIn(server, "url") ?? "/";
    const declared = elements(server, "variables");
    let defaultAddress = url;
    const variables = new Map<string, string[]>();
    for (const [name, variable] of declared) {
      const [value = "*", ...others] = textsIn(variable, "enum");
      variables.set(name, [value, ...others]);
      const standard = String(variable["default"]);
      defaultAddress = withValue(defaultAddress, name, standard);
    }
    return {
      url,
      variables,
      addresses: addressesOf(url, variables),
      defaultAddress: withoutSlash(defaultAddress),
    };
  });
});

const withValue = (address: string, name: string, value: string) =>
  address.replaceAll(`{${name}}`, () => value);

function addressesOf(
  url: string,
  variables: Map<string, string[]>,
): string[] | undefined {
  const counts = [...variables.values()].map(({ length }) => length);
  if (counts.reduce((one, other) => one * other, 1) > maxAddresses)
    return undefined;
  let addresses = [url];
  for (const [name, values] of variables)
    addresses = values.flatMap((value) =>
      addresses.map((address) => withValue(address, name, value)),
    );
  return addresses.map(withoutSlash);
}

/** The maximum of comparisons of an address with a pattern, for about a second. */
const maxComparisons = 5_000_000;

/**
 * Returns the addresses of a server that no other server has. A server with too many addresses is
 * lost, unless another one has the same variables.
 */
function lostAddresses(server: Server, others: Server[]): string[] {
  const { url, addresses } = server;
  if (others.some((other) => hasSameVariables(other, server))) return [];
  if (!addresses) return [url];
  const offered = new Set(others.flatMap((other) => other.addresses ?? []));
  const unlisted = addresses.filter((address) => !offered.has(address));
  const patterns = [...offered].filter((address) => address.includes("*"));
  if (patterns.length * unlisted.length > maxComparisons) return unlisted;
  const matchers = patterns.map((each) => patternOf(each.split("*"), ".*"));
  return unlisted.filter(
    (address) => !matchers.some((matcher) => matcher.test(address)),
  );
}

/** Returns true when a server has the URL of another one, and all values of its variables. */
const hasSameVariables = ({ url, variables }: Server, other: Server): boolean =>
  url === other.url &&
  variables.size === other.variables.size &&
  [...other.variables].every(([name, values]) => {
    const own = new Set(variables.get(name));
    return own.has("*") || values.every((value) => own.has(value));
  });

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
  const [own = [], others = []] = [from, to].map((root) => {
    const servers = serversOf(root);
    // Servers with too many addresses have not moved: their own comparison decides.
    if (servers.some(({ addresses }) => !addresses)) return [];
    return servers.flatMap(({ addresses = [], defaultAddress }) => [
      ...addresses,
      defaultAddress,
    ]);
  });
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
