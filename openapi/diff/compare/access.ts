import type { Contract } from "../contract/contract.ts";
import type { At } from "../contract/places.ts";
import { element, elements, elementsOfList } from "../contract/references.ts";
import { isNode, listIn, nodeIn, quoted, textIn, textsIn, without, type Node } from "../../model/node.ts";
import type { Rule } from "../policy.ts";
import { reportIn, type Both, type Report } from "./scope.ts";

/** A way to authorise a call. */
interface Scheme {
  /** What the base contract calls it. */
  name: string;
  kind: string;
  node: Node | undefined;
}

/** What a caller shows. */
interface Credential {
  scheme: Scheme;
  scopes: string[];
}

/**
 * Compares what operations require of their callers: their own `security`, or that of the contract. A caller can still
 * call with what it has: by the same alternative, or by one that asks for less.
 */
export function compareSecurity(both: Both, name: string, from: Node, to: Node): void {
  const schemes = schemesIn(both.base, new Map());
  const nextSchemes = schemesIn(both.head, schemes);
  const [before, after] = [askedBy(both.base, from, schemes), askedBy(both.head, to, nextSchemes)];
  const refused = before.filter((held) => !after.some((needed) => isEnough(held, needed)));
  const report = reportIn(both, name);
  if (refused.length > 0) {
    const change = `A call with ${refused.map(words).join(" or ")} is refused; it needs ${after.map(words).join(", or ")}.`;
    report("diff/security-tightened", change, securityAt(both.base, from), securityAt(both.head, to));
  }
  for (const scheme of new Set(before.flat().map((credential) => credential.scheme))) {
    const next = [...nextSchemes.values()].find((other) => other.name === scheme.name);
    if (scheme.node && next?.node) compareFlows(report, scheme.node, next.node);
  }
}

/** The schemes by their names. One that has another name than in the base contract is the next of its kind that is gone. */
function schemesIn({ root }: Contract, base: Map<string, Scheme>): Map<string, Scheme> {
  const declared = elements(element(root, "components") ?? {}, "securitySchemes");
  const gone = [...base.values()].filter(({ name }) => !declared.has(name));
  return new Map(
    [...declared].map(([name, node]) => {
      const kind = kindOf(node, name);
      const same = base.has(name) ? -1 : gone.findIndex((old) => old.kind === kind);
      const [old] = same === -1 ? [] : gone.splice(same, 1);
      return [name, { name: old?.name ?? name, kind, node }];
    }),
  );
}

function askedBy({ root }: Contract, operation: Node, schemes: Map<string, Scheme>): Credential[][] {
  const list = listIn("security" in operation ? operation : root, "security").filter(isNode);
  return (list.length === 0 ? [{}] : list).map((requirement: Node) =>
    Object.keys(requirement).map((name) => ({
      scheme: schemes.get(name) ?? { name, kind: name, node: undefined },
      scopes: textsIn(requirement, name),
    })),
  );
}

function kindOf(scheme: Node, name: string): string {
  const type = textIn(scheme, "type");
  if (type === "http") return `http ${String(scheme["scheme"]).toLowerCase()}`;
  if (type === "apiKey") {
    const key = String(scheme["name"]);
    return `key in ${String(scheme["in"])} ${scheme["in"] === "header" ? key.toLowerCase() : key}`;
  }
  if (type === "openIdConnect") return `OpenID Connect at ${addressForm(String(scheme["openIdConnectUrl"]))}`;
  return type ?? name;
}

const isEnough = (held: Credential[], needed: Credential[]) =>
  needed.every(({ scheme: { name, kind }, scopes }) =>
    held.some(
      ({ scheme, scopes: own }) =>
        scheme.name === name && scheme.kind === kind && without(scopes, own).length === 0,
    ),
  );

function words(credentials: Credential[]): string {
  const all = credentials.map(({ scheme: { kind, name }, scopes }) => {
    const granted = scopes.length > 0 ? ` (${scopes.join(", ")})` : "";
    return `${kind} as \`${name}\`${granted}`;
  });
  return all.join(" and ") || "no authorisation";
}

/** A client can get a token as it did. */
function compareFlows(reportAt: Report, from: Node, to: Node): void {
  const report = (change: string, was: At, is: At) => reportAt("diff/oauth-flow-removed", change, was, is);
  const metadata = "oauth2MetadataUrl";
  if (isElsewhere(from, to, metadata)) {
    const url = textIn(to, metadata);
    const is = url === undefined ? "gone" : `\`${url}\``;
    const change = `\`${metadata}\` was \`${textIn(from, metadata)}\` and is ${is}.`;
    report(change, { node: from, key: metadata }, { node: to });
  }
  const [before, after] = [nodeIn(from, "flows"), nodeIn(to, "flows")];
  for (const name of Object.keys(before)) {
    const [flow, next] = [nodeIn(before, name), after[name]];
    const what = `The OAuth flow \`${name}\``;
    const [was, is] = [{ node: before, key: name }, { node: isNode(next) ? next : to }];
    if (!isNode(next)) {
      report(`${what} was removed.`, was, is);
      continue;
    }
    const scopes = without(scopesOf(flow), scopesOf(next));
    if (scopes.length > 0) report(`${what} no longer grants ${quoted(scopes)}.`, was, is);
    const lost = addresses.filter((address) => isElsewhere(flow, next, address));
    if (lost.length > 0) report(`${what} has another ${quoted(lost)}.`, was, is);
  }
}

/** Whether an address was stated, and is another. */
function isElsewhere(from: Node, to: Node, key: string): boolean {
  const [was, is] = [textIn(from, key), textIn(to, key)];
  return was !== undefined && addressForm(was) !== addressForm(is ?? "");
}

const scopesOf = (flow: Node) => Object.keys(nodeIn(flow, "scopes"));

const addresses = ["authorizationUrl", "tokenUrl", "refreshUrl", "deviceAuthorizationUrl"];

const securityAt = ({ root }: Contract, operation: Node): At => ({
  node: [operation, root].find((one) => "security" in one) ?? operation,
  key: "security",
});

/** The normal form of an address: scheme, host and percent codes ignore case; the usual port does not count. */
const addressForm = (url: string): string =>
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

const key = "servers";

/** The servers of the contract, when no path and no operation has its own. */
export function compareServers(both: Both): void {
  const [from, to] = [both.base.root, both.head.root];
  const report = reportIn(both, "servers");
  const reportAll = (rule: Rule, urls: string[], what: string) =>
    urls.forEach((url) =>
      report(rule, `Server \`${url}\` was ${what}.`, { node: from, key }, { node: to, key }),
    );
  reportAll("server-removed", lostServers(serversOf(from), serversOf(to)), "removed");
  reportAll("added", lostServers(serversOf(to), serversOf(from)), "added");
  compareVariables(report, serversOf(from), serversOf(to));
}

type OperationAndPath = [operation: Node, path: Node];

/** An operation is where it was: on its own servers, those of its path, or those of the contract. */
export function compareOwnServers(
  both: Both,
  name: string,
  from: OperationAndPath,
  to: OperationAndPath,
): void {
  const [own, nextOwn] = [from, to].map((nodes) => nodes.find((node) => listIn(node, key).length > 0));
  if (!own && !nextOwn) return;
  const [before, after] = [serversOf(own ?? both.base.root), serversOf(nextOwn ?? both.head.root)];
  const report = reportIn(both, name);
  const lost = lostServers(before, after);
  const change = `The operation is no longer on the server ${quoted(lost)}.`;
  if (lost.length > 0)
    report("server-removed", change, { node: own ?? from[0], key }, { node: nextOwn ?? to[0], key });
  if (own) compareVariables(report, before, after);
}

function serversOf(holder: Node): Node[] {
  const list = elementsOfList(holder, key);
  return list.length > 0 ? list : [{ url: "/" }];
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
function compareVariables(report: Report, before: Node[], after: Node[]): void {
  for (const from of before) {
    const to = after.find((one) => urlOf(one) === urlOf(from));
    for (const [name, own] of to ? Object.entries(nodeIn(from, "variables")) : []) {
      if (!isNode(own)) continue;
      for (const change of variableChanges(own, nodeIn(nodeIn(to, "variables"), name))) {
        const sentence = `Server variable \`${name}\` ${change}.`;
        report("diff/server-variable-changed", sentence, { node: own }, to && { node: to });
      }
    }
  }
}

function variableChanges(from: Node, to: Node): string[] {
  const [was, is] = [from["default"], to["default"]];
  const [values, next] = [listIn(from, "enum"), listIn(to, "enum")];
  const lost = without(values, next);
  return [
    ...(was === is ? [] : [`is \`${String(is)}\` by default, no longer \`${String(was)}\``]),
    ...(next.length > 0 && values.length === 0 ? [`can only be ${quoted(next)}`] : []),
    ...(next.length > 0 && lost.length > 0 ? [`can no longer be ${quoted(lost)}`] : []),
  ];
}
