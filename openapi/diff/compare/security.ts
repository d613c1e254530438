import { element, elements } from "../contract/elements.ts";
import { isNode, listIn, nodeIn, quoted, textIn, textsIn, without, type Node } from "../../model/node.ts";
import type { At, Contract } from "../contract/contract.ts";
import { addressForm } from "./servers.ts";
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

const schemesOf = (contract: Contract) =>
  elements(contract, element(contract, contract.root, "components") ?? {}, "securitySchemes");

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
