import { without } from "../model/collections.ts";
import { isNode, listIn, nodeIn, textsIn, type Node } from "../model/node.ts";
import {
  operationNodesIn,
  type OperationNode,
} from "../model/operation-nodes.ts";
import { closest } from "./closest.ts";
import { rule, type Problem } from "./rule.ts";

/**
 * Checks that every operation states the one security scheme that it requires, and that the
 * `x-scopes` of the scheme have every required scope. An operation without a scope has `x-any-key`.
 * Reports an unknown scope once, at its first use. Design guide: openapi/README.md#scopes
 */
export default rule("See openapi/README.md#scopes", (root) => {
  const reported = new Set<string>();
  const problems: Problem[] = [];
  for (const located of operationNodesIn(root, "paths")) {
    const message = wrongSecurity(root, located);
    if (message === undefined) {
      problems.push(...unknownScopes(root, located, reported));
      continue;
    }
    const path = securityPath(located);
    problems.push({ message, path, isKey: true });
  }
  return problems;
});

const securityPath = ({ path, method }: OperationNode) => [
  "paths",
  path,
  method,
  "security",
];

/** A requirement of an operation: the scheme and its scopes. */
interface SchemeUse {
  scheme: string;
  scopes: unknown;
}

function schemeUsesOf({ operation }: OperationNode): SchemeUse[] {
  const requirements = listIn(operation, "security").filter(isNode);
  return requirements.flatMap((requirement) =>
    Object.entries(requirement).map(([scheme, scopes]) => ({ scheme, scopes })),
  );
}

/** Returns the scopes that an operation requires. */
const scopesOf = ({ scopes }: SchemeUse): string[] =>
  Array.isArray(scopes) ? scopes.map(String) : [];

/** Returns the scopes that a scheme has. */
const scopesOfScheme = (root: Node, scheme: string): string[] =>
  Object.keys(nodeIn(nodeIn(schemesOf(root), scheme), "x-scopes"));

const schemesOf = (root: Node): Node =>
  nodeIn(nodeIn(root, "components"), "securitySchemes");

/** Returns the problem with the security of an operation, or undefined. */
function wrongSecurity(root: Node, located: OperationNode): string | undefined {
  const { path, method, operation } = located;
  const requirements = listIn(operation, "security").filter(isNode);
  const [use, ...others] = schemeUsesOf(located);
  if (!use || requirements.length > 1 || others.length > 0)
    return "Write exactly one requirement of one scheme into the `security` of the operation";
  const required = scopesOf(use);
  const isForAnyKey = operation["x-any-key"] === true;
  if (required.length > 0 && isForAnyKey)
    return "The operation has a scope and `x-any-key: true`: remove one of them";
  const hasScopes = scopesOfScheme(root, use.scheme).length > 0;
  if (required.length === 0 && hasScopes && !isForAnyKey)
    return "The operation requires no scope: add the scope, or `x-any-key: true`";
  if (method !== "patch") return undefined;
  // A change returns the object, so its key has to be allowed to read it.
  const read = nodeIn(nodeIn(nodeIn(root, "paths"), path), "get");
  const [requirement] = listIn(read, "security").filter(isNode);
  const [missing] = without(textsIn(requirement, use.scheme), required);
  if (missing === undefined) return undefined;
  return `The operation returns what only \`${missing}\` reads: add that scope`;
}

function unknownScopes(
  root: Node,
  located: OperationNode,
  reported: Set<string>,
): Problem[] {
  const [use] = schemeUsesOf(located);
  // Another rule reports an unknown scheme.
  if (!use || !(use.scheme in schemesOf(root))) return [];
  const { scheme } = use;
  const names = scopesOfScheme(root, scheme);
  const problems: Problem[] = [];
  for (const [i, scope] of scopesOf(use).entries()) {
    if (names.includes(scope) || reported.has(scope)) continue;
    reported.add(scope);
    problems.push({
      message: `Scope \`${scope}\` is not in the x-scopes of \`${scheme}\`: ${names.join(", ")}`,
      path: [...securityPath(located), 0, scheme, i],
      suggest: closest(scope, names),
    });
  }
  return problems;
}
