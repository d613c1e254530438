import { quoted } from "../../model/collections.ts";
import { textIn, textsIn, type Node } from "../../model/node.ts";
import type { Contract } from "../contract/contract.ts";
import { element, elements, elementsOfList } from "../contract/references.ts";
import { atKey, type Report, type Scope } from "./scope.ts";

const key = "servers";

/** Compares the servers of the contract, for the operations that have none of their own. */
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
 * Compares where an operation is, when it or its path has its own servers.
 * @param from the nodes that may have servers, the nearest first
 */
export function compareOwnServers(
  { base, head, report }: Scope,
  from: Node[],
  to: Node[],
): void {
  const [own, nextOwn] = [from, to].map((nodes) =>
    nodes.find((node) => elementsOfList(node, key).length > 0),
  );
  if (own || nextOwn)
    compareAddresses(report, own ?? base.root, nextOwn ?? head.root);
}

/** A client reaches what it reached: each address, and the one of a client that sets no variable. */
function compareAddresses(report: Report, from: Node, to: Node): void {
  const after = serversOf(to);
  const defaults = new Set(after.map(({ byDefault }) => byDefault));
  const at = atKey(key, from, to);
  for (const server of serversOf(from)) {
    const lost = lostAddresses(server, after);
    const isVariable =
      server.url.includes("{") && !defaults.has(server.byDefault);
    const listed =
      lost.length > 0
        ? quoted(lost)
        : isVariable && `\`${server.byDefault}\` by default`;
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
  /** One for each value of its variables. A variable that lists no values is `*`, and stands for any. */
  addresses: string[];
  /** Where a client is that sets no variable. */
  byDefault: string;
}

function serversOf(holder: Node): Server[] {
  const list = elementsOfList(holder, key);
  return (list.length > 0 ? list : [{ url: "/" }]).map((server) => {
    const url = textIn(server, "url") ?? "/";
    let [byDefault, addresses] = [url, [url]];
    for (const [name, variable] of elements(server, "variables")) {
      const [value = "*", ...others] = textsIn(variable, "enum");
      const written = (text: string, each: string) =>
        text.replaceAll(`{${name}}`, () => each);
      byDefault = written(byDefault, String(variable["default"]));
      addresses = [value, ...others].flatMap((each) =>
        addresses.map((address) => written(address, each)),
      );
    }
    return {
      url,
      addresses: addresses.map(withoutSlash),
      byDefault: withoutSlash(byDefault),
    };
  });
}

/** The addresses of a server at which none of the others is. */
function lostAddresses({ addresses }: Server, others: Server[]): string[] {
  const offered = others.flatMap((other) =>
    other.addresses.map((address) => address.split("*")),
  );
  const patterns = offered.map((parts) => patternOf(parts, ".*"));
  return addresses.filter(
    (address) => !patterns.some((pattern) => pattern.test(address)),
  );
}

/** The pattern of a whole text of these parts, with what the other pattern matches between them. */
export const patternOf = (parts: string[], between: string): RegExp =>
  new RegExp(
    `^${parts.map((part) => part.replaceAll(/[.*+?^$()|{}[\]\\]/g, "\\$&")).join(between)}$`,
  );

/** Paths begin with a slash, so one at the end of a server does not count. */
const withoutSlash = (url: string) => normalAddress(url).replace(/\/$/, "");

/** What each server of a contract has at its end and those of another have not, when its paths begin with it there: `/v1`. */
export function movedBase(
  { root: from }: Contract,
  { root: to }: Contract,
): string {
  const [own = [], others = []] = [from, to].map((root) =>
    serversOf(root).flatMap(({ addresses, byDefault }) => [
      ...addresses,
      byDefault,
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

/** An address with small letters in its scheme and host, and without the usual port. */
export const normalAddress = (url: string): string =>
  URL.canParse(url) ? new URL(url).href : url;
