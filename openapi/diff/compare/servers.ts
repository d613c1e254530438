import type { At } from "../contract/contract.ts";
import { elementsOfList } from "../contract/elements.ts";
import type { Contract } from "../contract/contract.ts";
import { isNode, listIn, nodeIn, quoted, textIn, textsIn, without, type Node } from "../../model/node.ts";
import { reportIn, type Both, type Report } from "./scope.ts";

/** The normal form of an address: scheme, host and percent codes ignore case; the usual port does not count. */
export const addressForm = (url: string): string =>
  url
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, (host) =>
      host.replaceAll(/\{[^}]*\}|[^{}]+/g, (part) => (part.startsWith("{") ? part : part.toLowerCase())),
    )
    .replace(/^(https(?=.*:443)|http(?=.*:80))(:\/\/[^/?#]*):(443|80)(?=[/?#]|$)/, "$1$2")
    .replaceAll(/%[0-9a-f]{2}/gi, (code) => {
      const sign = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(sign) ? sign : code.toUpperCase();
    })
    .replace(/^([^/]*:\/\/[^/]*)\/$/, "$1");

/** The servers of the contract, when no path and no operation has its own. */
export function compareServers(both: Both): void {
  const [from, to] = [serversOf(both.base, both.base.root), serversOf(both.head, both.head.root)];
  const key = "servers";
  const at = [
    { node: both.base.root, key },
    { node: both.head.root, key },
  ] as const;
  const report = reportIn(both, "servers");
  for (const url of lostServers(from, to)) report("server-removed", `Server \`${url}\` was removed.`, ...at);
  for (const url of lostServers(to, from)) report("added", `Server \`${url}\` was added.`, ...at);
  compareVariables(report, from, to);
}

/** An operation is where it was: on its own servers, those of its path, or those of the contract. */
export function compareOwnServers(both: Both, name: string, from: Node[], to: Node[]): void {
  const [own, nextOwn] = [holderOf(from), holderOf(to)];
  if (!own && !nextOwn) return;
  const [before, after] = [
    serversOf(both.base, own ?? both.base.root),
    serversOf(both.head, nextOwn ?? both.head.root),
  ];
  const report = reportIn(both, name);
  const lost = lostServers(before, after);
  const serversAt = (holder: Node | undefined, operation: Node | undefined): At | undefined =>
    holder ? { node: holder, key: "servers" } : operation && { node: operation };
  const change = `The operation is no longer on the server ${quoted(lost)}.`;
  if (lost.length > 0) report("server-removed", change, serversAt(own, from[0]), serversAt(nextOwn, to[0]));
  if (own) compareVariables(report, before, after);
}

const holderOf = (nodes: Node[]) => nodes.find((node) => listIn(node, "servers").length > 0);

const here = { url: "/" };

function serversOf(contract: Contract, holder: Node): Node[] {
  const list = elementsOfList(contract, holder, "servers");
  return list.length > 0 ? list : [here];
}

/** The servers that have an address which none of the others has. */
function lostServers(servers: Node[], others: Node[]): string[] {
  const otherAddresses = new Set(others.flatMap((server) => [urlOf(server), ...addressesOf(server)]));
  const isLost = (server: Node) =>
    !otherAddresses.has(urlOf(server)) && without(addressesOf(server), otherAddresses).length > 0;
  return [...new Set(servers.filter(isLost).map(urlOf))];
}

/** The addresses of a server, one for each value of its variables. A variable that lists none stays a variable. */
function addressesOf(server: Node): string[] {
  let urls = [urlOf(server)];
  for (const [name, variable] of Object.entries(nodeIn(server, "variables"))) {
    const values = isNode(variable) ? textsIn(variable, "enum") : [];
    if (values.length === 0 || urls.length * values.length > mostAddresses) continue;
    urls = urls.flatMap((url) =>
      values.map((value) => addressForm(url.replaceAll(`{${name}}`, () => value))),
    );
  }
  return urls;
}
const mostAddresses = 1000;

/** A slash at the end does not count, as paths begin with one. */
const urlOf = (server: Node) => addressForm(textIn(server, "url") ?? "/").replace(/(.)\/$/, "$1");

/** The address that comes out for a client that sets nothing, or what it set before. */
function compareVariables(reportAt: Report, before: Node[], after: Node[]): void {
  for (const from of before) {
    const to = after.find((one) => urlOf(one) === urlOf(from));
    for (const [variable, own] of to ? Object.entries(nodeIn(from, "variables")) : []) {
      if (!to || !isNode(own)) continue;
      const next = nodeIn(nodeIn(to, "variables"), variable);
      const report = (change: string) =>
        reportAt(
          "diff/server-variable-changed",
          `Server variable \`${variable}\` ${change}.`,
          { node: own },
          { node: to },
        );
      if (own["default"] !== next["default"])
        report(`is \`${String(next["default"])}\` by default, no longer \`${String(own["default"])}\``);
      const [values, nextValues] = [listIn(own, "enum"), listIn(next, "enum")];
      const lost = without(values, nextValues);
      if (nextValues.length > 0 && values.length === 0) report(`can only be ${quoted(nextValues)}`);
      else if (nextValues.length > 0 && lost.length > 0) report(`can no longer be ${quoted(lost)}`);
    }
  }
}
