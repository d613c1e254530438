import { impliedId, methods, nodeIn, rewrite, textIn, type Node } from "../../model/node.ts";
import { element, elements } from "../contract/references.ts";
import { canonical } from "../schema/fingerprint.ts";
import { compareElements, isPast, namedElements, type NamedElement } from "./elements.ts";
import { compareMedia } from "./media.ts";
import { compareParameters, compareSerialization } from "./parameters.ts";
import { atKey, scopeOf, type Both, type Scope } from "./scope.ts";
import { compareSecurity } from "./security.ts";
import { compareOwnServers } from "./servers.ts";

/** A path, a webhook or a callback, which have operations. */
export interface Item extends NamedElement {
  /** The path, whose parameters go by their position in it; what we call ourselves has none. */
  path: string | undefined;
  byMethod: Map<string, NamedOperation>;
}

interface NamedOperation extends NamedElement {
  /** `GET /v1/contacts`, or `webhook contact.created`. */
  name: string;
  /** What a release writes where no `operationId` is stated. */
  impliedId: string;
}

type Kind = "Path" | "Webhook" | "Callback";

/**
 * The path items of a section. One may go when each of its operations may.
 * @param label what people call all of them, when that is not their key
 */
export function itemsIn(
  holder: Node,
  section: string,
  today: string,
  kind: Kind,
  label?: string,
): Map<string, Item> {
  const items = element(holder, section) ?? {};
  const names = Object.keys(items).filter((name) => !name.startsWith("x-"));
  return new Map(
    names.map((key) => {
      const node = itemIn(items, key);
      const name = kind === "Path" ? key : `${kind.toLowerCase()} ${label ?? key}`;
      const byMethod = operationsOf(node, key, (method) => (kind === "Path" ? `${method} ${key}` : name));
      const all = [...byMethod.values()];
      const past = all.length > 0 && all.every((one) => isPast({ ...node, ...one.node }, today));
      const item: Item = {
        what: `${kind} \`${label ?? key}\``,
        ...{ node, at: { node: items, key }, isPast: past || isPast(node, today) },
        operations: all.length > 0 ? [...new Set(all.map((one) => one.name))] : [name],
        ...{ byMethod, path: kind === "Path" ? key : undefined },
      };
      return [key, item];
    }),
  );
}

/** A path item, with what stands beside a reference in the place of what stands behind it. */
function itemIn(holder: Node, key: string): Node {
  const item = element(holder, key) ?? {};
  const { $ref: reference, ...beside } = nodeIn(holder, key);
  if (reference === undefined || Object.keys(beside).length === 0) return item;
  rewrite(nodeIn(holder, key), { ...item, ...beside });
  return nodeIn(holder, key);
}

function operationsOf(
  item: Node,
  key: string,
  nameOf: (method: string) => string,
): Map<string, NamedOperation> {
  const named = methods.flatMap((method): [string, Node][] => {
    const operation = element(item, method);
    return operation ? [[method.toUpperCase(), operation]] : [];
  });
  return new Map(
    [...named, ...elements(item, "additionalOperations")].map(([method, node]) => {
      const name = nameOf(method);
      const what = `Operation \`${method}\``;
      return [method, { what, name, operations: [name], node, impliedId: impliedId(method, key) }];
    }),
  );
}

/** Compares the operations of two path items. */
export function compareItems(scope: Scope, from: Item, to: Item): void {
  compareElements(scope, "operation", [from.byMethod, to.byMethod], (was, is) =>
    compareOperations(scope, [from, was], [to, is]),
  );
}

type Located = [item: Item, operation: NamedOperation];

function compareOperations(both: Both, [item, was]: Located, [nextItem, is]: Located): void {
  const [from, to] = [was.node, is.node];
  const isDelivery = item.path === undefined;
  const own = scopeOf(both, [was.name]);
  compareIds(own, was, is);
  compareIdempotence(own, from, to);
  if (!isDelivery) {
    compareSecurity(own, from, to);
    compareOwnServers(own, [from, item.node], [to, nextItem.node]);
  }
  const request = scopeOf(both, [was.name], "request", isDelivery);
  compareParameters(request, [item.path, item.node, from], [nextItem.path, nextItem.node, to]);
  compareRequestBody(request, from, to);
  compareResponses(scopeOf(both, [was.name], "response", isDelivery), from, to);
  compareElements(own, "operation", [callbacksOf(both, was), callbacksOf(both, is)], (one, next) =>
    compareItems(own, one, next),
  );
}

function compareIds({ report }: Scope, was: NamedOperation, next: NamedOperation): void {
  const [key, from] = ["operationId", was.node];
  const [id, nextId] = [textIn(from, key), textIn(next.node, key)];
  if ((id ?? was.impliedId) === (nextId ?? next.impliedId)) return;
  const at = atKey(key, from, next.node);
  if (id === undefined) return report("added", `The operationId is \`${nextId}\` now.`, ...at);
  const change = `The operationId was \`${id}\` and is ${nextId === undefined ? "gone" : `\`${nextId}\``}.`;
  report("operation-id-changed", change, ...at);
}

function compareIdempotence({ report }: Scope, from: Node, to: Node): void {
  const key = "x-idempotent";
  const [was, is] = [from[key] === true, to[key] === true];
  const at = atKey(key, from, to);
  if (was && !is) report("diff/idempotent-removed", "The operation is no longer idempotent.", ...at);
  if (is && !was) report("added", "The operation is idempotent now.", ...at);
}

function callbacksOf({ today }: Both, { node, name: owner }: NamedOperation): Map<string, Item> {
  const callbacks = element(node, "callbacks") ?? {};
  const all = Object.keys(callbacks).flatMap((label) => {
    const items = [...itemsIn(callbacks, label, today, "Callback", label)];
    return items.map(([url, item]) => [`${label} ${url}`, { ...item, operations: [owner] }] as const);
  });
  return new Map(all);
}

/** Compares the bodies of requests. A body that we send ourselves may not go missing. */
function compareRequestBody(scope: Scope, from: Node, to: Node): void {
  compareElements(scope, "body", [bodyOf(from), bodyOf(to)], (was, is) =>
    compareMedia(scope, was.node, is.node, scope.direction === "response"),
  );
}

function bodyOf(operation: Node): Map<string, NamedElement> {
  const key = "requestBody";
  const node = element(operation, key);
  return new Map(node && [[key, { what: "The request body", node, at: { node: operation, key } }]]);
}

/**
 * Compares responses by their statuses. A new status is one that `default` or its range described before; but a 304, which
 * never has a body (RFC 9110, section 15.4.5), comes only to those who ask for it by `If-None-Match`.
 */
function compareResponses(scope: Scope, from: Node, to: Node): void {
  const [before, after] = [responsesOf(from), responsesOf(to)];
  const compare = (was: NamedElement, is: NamedElement, status: string) =>
    compareResponse(scope, was.node, is.node, scope.direction === "response" && status.startsWith("2"));
  compareElements(scope, "status", [before, after], compare);
  for (const [status, response] of after) {
    const range = before.get(`${status[0]}XX`) ?? before.get("default");
    if (range && !before.has(status) && status !== "304") compare(range, response, status);
  }
}

/** The responses by their statuses, of which ranges are in capitals. */
const responsesOf = (operation: Node): Map<string, NamedElement> =>
  namedElements(operation, "responses", "Response", (status) => status.replace("xx", "XX"));

function compareResponse(scope: Scope, from: Node, to: Node, isStored: boolean): void {
  compareElements(scope, "header", [headersOf(from), headersOf(to)], (was, is) =>
    compareSerialization(scope, was, is),
  );
  const links = (response: Node) => namedElements(response, "links", "Link");
  compareElements(scope, "link", [links(from), links(to)], (was, is) => compareLink(scope, was, is));
  compareMedia(scope, from, to, isStored);
}

/** A link leads to an operation, with values for it. */
function compareLink(
  { report }: Scope,
  { what, node: from }: NamedElement,
  { node: to }: NamedElement,
): void {
  for (const key of ["operationId", "operationRef", "parameters", "requestBody", "server"])
    if (canonical(from[key]) !== canonical(to[key]))
      report("diff/link-removed", `${what} has another \`${key}\`.`, ...atKey(key, from, to));
}

/** The names of headers ignore case. The media types stand for `Content-Type`. A shared header goes at once. */
function headersOf(response: Node): Map<string, NamedElement> {
  const all = namedElements(response, "headers", "Header", (name) => name.toLowerCase());
  all.delete("content-type");
  return new Map([...all].map(([name, { what, node }]) => [name, { what, node }]));
}
