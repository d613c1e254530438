import { quoted, without } from "../../model/collections.ts";
import { textIn, textsIn, type Node } from "../../model/node.ts";
import { impliedId, impliedTag } from "../../model/operation-nodes.ts";
import { element } from "../contract/references.ts";
import { compareElements, type NamedElement } from "./elements.ts";
import { compareMedia } from "./media.ts";
import {
  callbacksOf,
  type NamedOperation,
  type Operations,
} from "./named-operations.ts";
import { compareParameters } from "./parameters.ts";
import { compareResponses } from "./responses.ts";
import { atKey, scopeOf, type Both, type Scope } from "./scope.ts";
import { compareSecurity } from "./security.ts";
import { compareOwnServers, hasOwnServers } from "./servers.ts";
import { compareStability } from "./stability.ts";

/**
 * Returns true when an operation is at the servers of the contract in both contracts, and for
 * contracts without operations. All others are compared with their own servers.
 */
export function useServersOfRoot(
  before: Operations,
  after: Operations,
): boolean {
  const hasOwn = ({ node, item }: NamedOperation) =>
    [node, item].some(hasOwnServers);
  return (
    before.size === 0 ||
    [...before].some(([key, operation]) => {
      const next = after.get(key);
      return !hasOwn(operation) && !(next && hasOwn(next));
    })
  );
}

/** An operation in both contracts. */
interface OperationPair {
  was: Node;
  is: Node;
}

/**
 * Compares operations. A path that only one contract has is reported once.
 * @param outer the operations whose callbacks they are
 */
export function compareOperations(
  scope: Scope,
  from: Operations,
  to: Operations,
  outer: OperationPair[] = [],
): void {
  const byPath = (own: Operations, others: Operations): Operations => {
    const sharedTemplates = new Set(
      [...others.values()].map(({ template }) => template),
    );
    return new Map(
      [...own].map(([key, operation]) => [
        key,
        sharedTemplates.has(operation.template)
          ? operation
          : { ...operation, ...operation.wholePath },
      ]),
    );
  };
  compareElements(
    scope,
    "operation",
    [byPath(from, to), byPath(to, from)],
    (was, is) => compareOperation(scope, was, is, outer),
  );
}

function compareOperation(
  both: Both,
  was: NamedOperation,
  is: NamedOperation,
  outer: OperationPair[],
): void {
  const { name, isDelivery, node: from } = was;
  const to = is.node;
  // A callback may lead back to the operation that it belongs to.
  if (outer.some((pair) => pair.was === from && pair.is === to)) return;
  const scope = scopeOf(both, [name]);
  compareIds(scope, was, is);
  compareTags(scope, from, to);
  compareIdempotence(scope, from, to);
  compareStability(scope, was, is);
  if (!isDelivery) {
    compareSecurity(scope, from, to);
    compareOwnServers(scope, [from, was.item], [to, is.item]);
  }
  compareParameters(scopeOf(both, [name], "request", isDelivery), was, is);
  compareRequestBody(scopeOf(both, [name], "request", isDelivery), from, to);
  compareResponses(scopeOf(both, [name], "response", isDelivery), from, to);
  const around = [...outer, { was: from, is: to }];
  compareOperations(scope, callbacksOf(was), callbacksOf(is), around);
}

function compareIds(
  { report }: Scope,
  was: NamedOperation,
  next: NamedOperation,
): void {
  const key = "operationId";
  const from = was.node;
  const id = textIn(from, key);
  const nextId = textIn(next.node, key);
  const [name, nextName] = [was, next].map(({ method, path }) =>
    impliedId(method, path),
  );
  if (id === nextId || (id ?? name) === (nextId ?? nextName)) return;
  const at = atKey(key, from, next.node);
  if (id === undefined)
    return report("added", `The operationId is \`${nextId}\` now.`, ...at);
  const change = `The operationId was \`${id}\` and is ${nextId === undefined ? "gone" : `\`${nextId}\``}.`;
  report("operation-id-changed", change, ...at);
}

const tagsOf = (operation: Node) => {
  const tags = textsIn(operation, "tags");
  return tags.length > 0 ? tags : [impliedTag];
};

/**
 * Compares the tags, by which generated clients group their methods. A further tag changes nothing.
 */
function compareTags({ report }: Scope, from: Node, to: Node): void {
  const was = tagsOf(from);
  const is = tagsOf(to);
  if (was[0] === is[0] && without(was, is).length === 0) return;
  const change = `The tag was ${quoted(was)} and is ${quoted(is)}.`;
  report("diff/tag-changed", change, ...atKey("tags", from, to));
}

function compareIdempotence({ report }: Scope, from: Node, to: Node): void {
  const key = "x-idempotent";
  const was = from[key] === true;
  const is = to[key] === true;
  const at = atKey(key, from, to);
  if (was && !is)
    report(
      "diff/idempotent-removed",
      "The operation is no longer idempotent.",
      ...at,
    );
  if (is && !was) report("added", "The operation is idempotent now.", ...at);
}

/** Compares the bodies of requests. */
function compareRequestBody(scope: Scope, from: Node, to: Node): void {
  compareElements(scope, "body", [bodyOf(from), bodyOf(to)], (was, is) =>
    compareMedia(scope, was.node, is.node, scope.direction === "response"),
  );
}

function bodyOf(operation: Node): Map<string, NamedElement> {
  const key = "requestBody";
  const node = element(operation, key);
  return new Map(
    node && [
      [key, { what: "The request body", node, at: { node: operation, key } }],
    ],
  );
}
