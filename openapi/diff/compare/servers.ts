import { isNode, nodeIn, quoted, textIn, textsIn, type Node } from "../../model/node.ts";
import { elementsOfList } from "../contract/references.ts";
import { atKey, type Report, type Scope } from "./scope.ts";

const key = "servers";

/** Compares the servers of the contract, for the operations that have none of their own. */
export function compareServers({ base: { root: from }, head: { root: to }, report }: Scope): void {
  compareAddresses(report, from, to);
  const known = serversOf(from);
  for (const server of serversOf(to))
    if (lostAddresses(server, known).length > 0)
      report("added", `Server \`${server.url}\` was added.`, ...atKey(key, from, to));
}

/**
 * Compares where an operation is, when it or its path has its own servers.
 * @param from the nodes that may have servers, the nearest first
 */
export function compareOwnServers({ base, head, report }: Scope, from: Node[], to: Node[]): void {
  const [own, nextOwn] = [from, to].map((nodes) =>
    nodes.find((node) => elementsOfList(node, key).length > 0),
  );
  if (own || nextOwn) compareAddresses(report, own ?? base.root, nextOwn ?? head.root);
}

/** A client reaches what it reached: each address, and the one of a client that sets no variable. */
function compareAddresses(report: Report, from: Node, to: Node): void {
  const after = serversOf(to);
  const defaults = new Set(after.map(({ byDefault }) => byDefault));
  const at = atKey(key, from, to);
  for (const server of serversOf(from)) {
    const lost = lostAddresses(server, after);
    if (lost.length === server.addresses.length)
      report("server-removed", `Server \`${server.url}\` was removed.`, ...at);
    else if (lost.length > 0)
      report("server-removed", `Server \`${server.url}\` is no longer at ${quoted(lost)}.`, ...at);
    else if (server.url.includes("{") && !defaults.has(server.byDefault)) {
      const change = `Server \`${server.url}\` is no longer at \`${server.byDefault}\` by default.`;
      report("diff/server-variable-changed", change, ...at);
    }
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
    const variables = Object.entries(nodeIn(server, "variables"));
    const addresses = variables.reduce(
      (urls, [name, variable]) => withValues(urls, name, isNode(variable) ? textsIn(variable, "enum") : []),
      [url],
    );
    const byDefault = variables.reduce(
      (text, [name, variable]) =>
        text.replaceAll(`{${name}}`, () => String(isNode(variable) && variable["default"])),
      url,
    );
    return { url, addresses: addresses.map(withoutSlash), byDefault: withoutSlash(byDefault) };
  });
}

/** Addresses with each value of a variable. */
const withValues = (urls: string[], name: string, values: string[]): string[] =>
  urls.flatMap((url) =>
    (values.length > 0 ? values : ["*"]).map((value) => url.replaceAll(`{${name}}`, () => value)),
  );

/** The addresses of a server at which none of the others is. */
function lostAddresses({ addresses }: Server, others: Server[]): string[] {
  const offered = others.flatMap((other) => other.addresses);
  const patterns = offered
    .filter((address) => address.includes("*"))
    .map((address) => new RegExp(`^${address.split("*").map(escaped).join(".*")}$`));
  const all = new Set(offered);
  return addresses.filter(
    (address) => !all.has(address) && !patterns.some((pattern) => pattern.test(address)),
  );
}

const escaped = (text: string) => text.replaceAll(/[.*+?^$()|{}[\]\\]/g, "\\$&");

/** Paths begin with a slash, so one at the end of a server does not count. */
const withoutSlash = (url: string) => normalAddress(url).replace(/(.)\/$/, "$1");

/** An address with small letters in its scheme and host, and without the usual port. */
export const normalAddress = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);
