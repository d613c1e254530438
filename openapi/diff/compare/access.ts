import type { Contract } from "../contract/contract.ts";
import type { At } from "../contract/places.ts";
import { element, elements, elementsOfList } from "../contract/references.ts";
import { isNode, listIn, nodeIn, quoted, textIn, textsIn, without, type Node } from "../../model/node.ts";
import { reportIn, type Both, type Report } from "./scope.ts";

/** What a caller shows: by which scheme of the base contract, of which kind, with which scopes. */
interface Credential {
  scheme: string;
  kind: string;
  scopes: string[];
}

/** Compares what operations require of their callers: their own `security`, or that of the contract. */
export function createSecurityComparison(both: Both) {
  const { base, head } = both;
  const [schemes, nextSchemes] = [schemesOf(base), schemesOf(head)];
  const names = sameSchemes(schemes, nextSchemes);

  const asked = (
    contract: Contract,
    operation: Node,
    declared: Map<string, Node>,
    name: (own: string) => string,
  ) => {
    const list = listIn("security" in operation ? operation : contract.root, "security").filter(isNode);
    return (list.length === 0 ? [{}] : list).map((requirement: Node) =>
      Object.keys(requirement).map((own): Credential => ({
        scheme: name(own),
        kind: kindOf(declared.get(own), own),
        scopes: textsIn(requirement, own),
      })),
    );
  };

  /** A caller can still call with what it has: by the same alternative, or by one that asks for less. */
  return (name: string, from: Node, to: Node): void => {
    const before = asked(base, from, schemes, (own) => own);
    const after = asked(head, to, nextSchemes, (own) => names.get(own) ?? own);
    const refused = before.filter((held) => !after.some((needed) => isEnough(held, needed)));
    const at = [placeOf(base, from), placeOf(head, to)] as const;
    const report = reportIn(both, name);
    if (refused.length > 0) {
      const change = `A call with ${refused.map(words).join(" or ")} is refused; it needs ${after.map(words).join(", or ")}.`;
      report("diff/security-tightened", change, ...at);
    }
    for (const scheme of new Set(before.flat().map((credential) => credential.scheme))) {
      const next = [...names].find(([, old]) => old === scheme)?.[0];
      const [own, other] = [schemes.get(scheme), nextSchemes.get(next ?? "")];
      if (own && other) compareFlows(report, own, other);
    }
  };
}

const schemesOf = ({ root }: Contract) => elements(element(root, "components") ?? {}, "securitySchemes");

/** The name in the base contract for each scheme of the head: its own, or that of one of its kind that is gone. */
function sameSchemes(from: Map<string, Node>, to: Map<string, Node>): Map<string, string> {
  const gone = [...from.keys()].filter((name) => !to.has(name));
  return new Map(
    [...to].map(([name, scheme]) => {
      if (from.has(name)) return [name, name];
      const same = gone.findIndex((old) => kindOf(from.get(old), old) === kindOf(scheme, name));
      return [name, same === -1 ? name : (gone.splice(same, 1)[0] ?? name)];
    }),
  );
}

function kindOf(scheme: Node | undefined, name: string): string {
  const type = textIn(scheme, "type");
  if (type === "http") return `http ${String(scheme?.["scheme"]).toLowerCase()}`;
  if (type === "apiKey") {
    const key = String(scheme?.["name"]);
    return `key in ${String(scheme?.["in"])} ${scheme?.["in"] === "header" ? key.toLowerCase() : key}`;
  }
  if (type === "openIdConnect")
    return `OpenID Connect at ${addressForm(String(scheme?.["openIdConnectUrl"]))}`;
  return type ?? name;
}

const isEnough = (held: Credential[], needed: Credential[]) =>
  needed.every(({ scheme, kind, scopes }) =>
    held.some(
      (one) =>
        one.scheme === scheme && one.kind === kind && scopes.every((scope) => one.scopes.includes(scope)),
    ),
  );

const words = (credentials: Credential[]) =>
  credentials.length === 0
    ? "no authorisation"
    : credentials
        .map(
          ({ scheme, kind, scopes }) =>
            `${kind} as \`${scheme}\`${scopes.length > 0 ? ` (${scopes.join(", ")})` : ""}`,
        )
        .join(" and ");

/** A client can get a token as it did. */
function compareFlows(reportAt: Report, from: Node, to: Node): void {
  const report = (change: string, was: At, is: At) => reportAt("diff/oauth-flow-removed", change, was, is);
  const key = "oauth2MetadataUrl";
  if (isElsewhere(from, to, key)) {
    const url = textIn(to, key);
    const change = `\`${key}\` was \`${textIn(from, key)}\` and is ${url === undefined ? "gone" : `\`${url}\``}.`;
    report(change, { node: from, key }, { node: to });
  }
  const [before, after] = [nodeIn(from, "flows"), nodeIn(to, "flows")];
  for (const name of Object.keys(before)) {
    const flow = nodeIn(before, name);
    const flowAt = { node: before, key: name };
    if (!isNode(after[name])) {
      report(`The OAuth flow \`${name}\` was removed.`, flowAt, { node: to });
      continue;
    }
    const next = nodeIn(after, name);
    const scopes = without(scopesOf(flow), scopesOf(next));
    if (scopes.length > 0)
      report(`The OAuth flow \`${name}\` no longer grants ${quoted(scopes)}.`, flowAt, { node: next });
    const lost = addresses.filter((address) => isElsewhere(flow, next, address));
    if (lost.length > 0)
      report(`The OAuth flow \`${name}\` has another ${quoted(lost)}.`, flowAt, { node: next });
  }
}

/** Whether an address was stated, and is another. */
function isElsewhere(from: Node, to: Node, key: string): boolean {
  const [was, is] = [textIn(from, key), textIn(to, key)];
  return was !== undefined && addressForm(was) !== addressForm(is ?? "");
}

const scopesOf = (flow: Node) => Object.keys(nodeIn(flow, "scopes"));

const addresses = ["authorizationUrl", "tokenUrl", "refreshUrl", "deviceAuthorizationUrl"];

function placeOf(contract: Contract, operation: Node): { node: Node; key?: string } {
  const node = [operation, contract.root].find((one) => "security" in one);
  return node ? { node, key: "security" } : { node: operation };
}

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

/** The servers of the contract, when no path and no operation has its own. */
export function compareServers(both: Both): void {
  const [from, to] = [serversOf(both.base.root), serversOf(both.head.root)];
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
  const [before, after] = [serversOf(own ?? both.base.root), serversOf(nextOwn ?? both.head.root)];
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

function serversOf(holder: Node): Node[] {
  const list = elementsOfList(holder, "servers");
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
