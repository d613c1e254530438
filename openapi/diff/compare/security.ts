import { quoted, without } from "../../model/collections.ts";
import {
  isNode,
  listIn,
  textIn,
  textsIn,
  type Node,
} from "../../model/node.ts";
import type { Contract } from "../contract/contract.ts";
import type { Location } from "../contract/locations.ts";
import { element, elements, follow, target } from "../contract/references.ts";
import { deprecation } from "./elements.ts";
import { atKey, type Scope } from "./scope.ts";
import { normalAddress } from "./servers.ts";

/** A security scheme. */
interface Scheme {
  /** The name in the base contract. */
  name: string;
  /** Type and location of the credential, in words. */
  kind: string;
  node: Node | undefined;
}

interface Credential {
  scheme: Scheme;
  scopes: string[];
}

/**
 * Compares the security of operations: their own, or the security of the contract. The credentials
 * of callers must still be enough, and callers must still be able to get them.
 */
export function compareSecurity(
  { base, head, report, today }: Scope,
  from: Node,
  to: Node,
): void {
  const schemes = schemesIn(base, new Map());
  const nextSchemes = schemesIn(head, schemes);
  const before = requirementsOf(base, from, schemes);
  const after = requirementsOf(head, to, nextSchemes);
  const refused = rejectedBy(after, before);
  const accepted = rejectedBy(before, after);
  const unread = rejectedBy(
    after.filter(hasCredential),
    before.filter(hasCredential),
  );
  // A change of the root affects all operations, and is reported once.
  const isOwn = [from, to].some((operation) => "security" in operation);
  const at = atKey(
    "security",
    isOwn ? from : base.root,
    isOwn ? to : head.root,
  );
  const needed = `it needs ${after.map(words).join(", or ")}`;
  if (refused.length > 0)
    report(
      "diff/security-tightened",
      `A call with ${refused.map(words).join(" or ")} is refused; ${needed}.`,
      ...at,
    );
  else if (accepted.length > 0)
    report(
      "diff/compatible",
      `A call with ${accepted.map(words).join(" or ")} is accepted now.`,
      ...at,
    );
  else if (unread.length > 0)
    report(
      "diff/cannot-tell",
      `A call with ${unread.map(words).join(" or ")} is taken for one with no authorisation.`,
      ...at,
    );
  const allNext = [
    ...nextSchemes.values(),
    ...after.flat().map((credential) => credential.scheme),
  ];
  for (const scheme of new Set(
    before.flat().map((credential) => credential.scheme),
  )) {
    const next = allNext.find((other) => other.name === scheme.name)?.node;
    if (!scheme.node || !next) continue;
    const what = `Security scheme \`${scheme.name}\``;
    const deprecated = deprecation(what, scheme.node, next, today);
    if (deprecated)
      report(...deprecated, ...atKey("deprecated", scheme.node, next));
    const ways = waysToTokens(scheme.node);
    const nextWays = waysToTokens(next);
    const lost = without(ways.keys(), nextWays.keys());
    const gained = without(nextWays.keys(), ways.keys());
    const lostText = `\`${scheme.name}\` no longer has ${quoted(lost)}.`;
    if (lost[0])
      report("diff/oauth-flow-removed", lostText, ways.get(lost[0]), {
        node: next,
      });
    const gainedText = `\`${scheme.name}\` has ${quoted(gained)} now.`;
    if (gained[0])
      report(
        "added",
        gainedText,
        { node: scheme.node },
        nextWays.get(gained[0]),
      );
  }
}

/**
 * Returns name → scheme. A new name of the head contract is a renamed scheme, when one of the same
 * kind was removed.
 */
function schemesIn(
  { root }: Contract,
  base: Map<string, Scheme>,
): Map<string, Scheme> {
  const declared = elements(
    element(root, "components") ?? {},
    "securitySchemes",
  );
  const removed = [...base.values()].filter(({ name }) => !declared.has(name));
  return new Map(
    [...declared].map(([name, node]) => {
      const kind = kindOf(node, name);
      const same = base.has(name)
        ? -1
        : removed.findIndex((old) => old.kind === kind);
      const [old] = same === -1 ? [] : removed.splice(same, 1);
      return [name, { name: old?.name ?? name, kind, node }];
    }),
  );
}

/** Returns the alternatives of an operation, each with all its credentials. */
function requirementsOf(
  { root }: Contract,
  operation: Node,
  schemes: Map<string, Scheme>,
): Credential[][] {
  const list = listIn(
    "security" in operation ? operation : root,
    "security",
  ).filter(isNode);
  return (list.length === 0 ? [{}] : list).map((requirement: Node) =>
    Object.keys(requirement).map((name) => ({
      scheme: schemes.get(name) ?? schemeAt(name, root, schemes),
      scopes: textsIn(requirement, name),
    })),
  );
}

/** Returns the scheme at a URI, by which 3.2 may name it. */
function schemeAt(
  name: string,
  root: Node,
  schemes: Map<string, Scheme>,
): Scheme {
  const node = referredTo(name, root);
  const declared = [...schemes.values()].find((each) => each.node === node);
  if (node && declared) return declared;
  return { name, kind: node ? kindOf(node, name) : name, node };
}

/** Returns the target of a reference, or undefined when it leads nowhere. */
function referredTo(reference: string, root: Node): Node | undefined {
  if (!/[#/]/.test(reference)) return undefined;
  try {
    const found = follow(target(reference, root));
    return isNode(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function kindOf(scheme: Node, name: string): string {
  const type = textIn(scheme, "type");
  if (type === "http") return `http ${String(scheme["scheme"]).toLowerCase()}`;
  if (type === "apiKey") {
    const key = String(scheme["name"]);
    return `key in ${String(scheme["in"])} ${scheme["in"] === "header" ? key.toLowerCase() : key}`;
  }
  if (type === "openIdConnect")
    return `OpenID Connect at ${normalAddress(String(scheme["openIdConnectUrl"]))}`;
  return type ?? name;
}

/** Returns the alternatives of one contract that the other contract rejects. */
const rejectedBy = (other: Credential[][], alternatives: Credential[][]) =>
  alternatives.filter(
    (held) => !other.some((needed) => isEnough(held, needed)),
  );

const hasCredential = (credentials: Credential[]) => credentials.length > 0;

const isEnough = (held: Credential[], needed: Credential[]) =>
  needed.every(({ scheme: { name, kind }, scopes }) =>
    held.some(
      ({ scheme, scopes: own }) =>
        scheme.name === name &&
        scheme.kind === kind &&
        without(scopes, own).length === 0,
    ),
  );

function words(credentials: Credential[]): string {
  const all = credentials.map(({ scheme: { kind, name }, scopes }) => {
    const granted = scopes.length > 0 ? ` (${scopes.join(", ")})` : "";
    return `${kind} as \`${name}\`${granted}`;
  });
  return all.join(" and ") || "no authorisation";
}

/**
 * Returns the addresses and scopes by which a client gets a token of OAuth, with their locations.
 * The keys of addresses end with `Url`.
 */
const waysToTokens = (scheme: Node, path = ""): Map<string, Location> =>
  new Map(
    Object.entries(scheme).flatMap(([key, value]): [string, Location][] => {
      if (isNode(value)) return [...waysToTokens(value, `${path}${key}.`)];
      const way = path.endsWith("scopes.")
        ? key
        : `${key}: ${normalAddress(String(value))}`;
      return way === key || /^(?!openId)\w+Url$/.test(key)
        ? [[path + way, { node: scheme, key }]]
        : [];
    }),
  );
