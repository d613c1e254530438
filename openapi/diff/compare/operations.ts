import { quoted, without } from "../../model/collections.ts";
import {
  nodeIn,
  rewrite,
  textIn,
  textsIn,
  type Node,
} from "../../model/node.ts";
import { impliedId, impliedTag, methods } from "../../model/operation-nodes.ts";
import type { Location } from "../contract/locations.ts";
import { element, elements, namesIn } from "../contract/references.ts";
import {
  compareElements,
  namesWithoutExtensions,
  type NamedElement,
} from "./elements.ts";
import { compareMedia } from "./media.ts";
import { compareParameters } from "./parameters.ts";
import { compareResponses } from "./responses.ts";
import { atKey, scopeOf, type Both, type Scope } from "./scope.ts";
import { compareSecurity } from "./security.ts";
import { compareOwnServers, hasOwnServers } from "./servers.ts";

/** An operation of a path, a webhook or a callback. */
export interface NamedOperation extends NamedElement {
  /** `GET /v1/contacts`, or `webhook contact.created`. */
  name: string;
  method: string;
  /** The path, or the key of the webhook or the callback. */
  path: string;
  /** The path without the names of its parameters, which callers do not see. */
  template: string;
  /** True when we send the request: a webhook or a callback. */
  isDelivery: boolean;
  /** The path item, which may have parameters and servers for the operation. */
  item: Node;
  /** The complete path in a report, for a path that only one contract has. */
  wholePath: { what: string; at: Location };
}

/**
 * Returns method and path → operation, for a section of the contract.
 * @param owner for callbacks: the label and the name of their operation; for paths: their common
 *   start
 */
export function operationsIn(
  holder: Node,
  section: string,
  kind: "Path" | "Webhook" | "Callback",
  {
    label,
    name: owner,
    base = "",
    ambiguous = new Set(),
  }: {
    label?: string;
    name?: string;
    base?: string;
    ambiguous?: ReadonlySet<string>;
  } = {},
): Map<string, NamedOperation> {
  const items = element(holder, section) ?? {};
  const paths =
    kind === "Webhook" ? namesIn(items) : namesWithoutExtensions(items);
  const all = paths.flatMap((path) => {
    const item = itemIn(items, path);
    const wholePath = {
      what: `${kind} \`${label ?? path}\``,
      at: { node: items, key: path },
    };
    return methodsIn(item).map(([method, node]): [string, NamedOperation] => {
      const isDelivery = kind !== "Path";
      const name = isDelivery
        ? `${kind.toLowerCase()} ${label ?? path}`
        : `${method} ${path}`;
      const operations = [owner ?? name];
      // The common start replaces a part of the contract's servers, and of no others.
      const start = hasOwnServers(node) || hasOwnServers(item) ? "" : base;
      const template = isDelivery
        ? `${label ?? ""} ${path}`
        : templateOf(start + path, ambiguous);
      const common = {
        what: `Operation \`${method}\``,
        name,
        operations,
        node,
        isDelivery,
      };
      return [
        `${method} ${template}`,
        { ...common, method, path, template, item, wholePath },
      ];
    });
  });
  return new Map(all);
}

const withoutNames = (path: string) => path.replaceAll(/\{[^}]*\}/g, "{}");

/**
 * Returns a path without the names of its parameters, unless only they distinguish it from another
 * path.
 */
function templateOf(path: string, ambiguous: ReadonlySet<string>): string {
  const template = withoutNames(path);
  return ambiguous.has(template) ? path : template;
}

/**
 * Returns the templates of paths that differ only in the names of parameters. OpenAPI forbids such
 * paths.
 */
export function ambiguousTemplates(holder: Node, base: string): string[] {
  const templates = Object.keys(element(holder, "paths") ?? {}).map((path) =>
    withoutNames(base + path),
  );
  return templates.filter((each, i) => templates.indexOf(each) !== i);
}

/** Returns a path item. Fields beside a reference replace those of its target. */
function itemIn(holder: Node, key: string): Node {
  const item = element(holder, key) ?? {};
  const { $ref: reference, ...beside } = nodeIn(holder, key);
  if (reference === undefined || Object.keys(beside).length === 0) return item;
  rewrite(nodeIn(holder, key), { ...item, ...beside });
  return nodeIn(holder, key);
}

function methodsIn(item: Node): [method: string, operation: Node][] {
  const fixed = methods.flatMap((method): [string, Node][] => {
    const operation = element(item, method);
    return operation ? [[method.toUpperCase(), operation]] : [];
  });
  return [...fixed, ...elements(item, "additionalOperations")];
}

export type Operations = Map<string, NamedOperation>;

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

/** Compares operations. A path that only one contract has is reported once. */
export function compareOperations(
  scope: Scope,
  from: Operations,
  to: Operations,
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
    (was, is) => compareOperation(scope, was, is),
  );
}

function compareOperation(
  both: Both,
  was: NamedOperation,
  is: NamedOperation,
): void {
  const { name, isDelivery, node: from } = was;
  const to = is.node;
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
  compareOperations(scope, callbacksOf(was), callbacksOf(is));
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

/** The levels of `x-stability-level`, the least stable first. The default is stable. */
const stabilityLevels = ["draft", "alpha", "beta", "stable"];
const stabilityKey = "x-stability-level";

const stabilityOf = ({ node, item }: NamedOperation): number => {
  const level = textIn(node, stabilityKey) ?? textIn(item, stabilityKey);
  const known = stabilityLevels.indexOf(level ?? "stable");
  return known === -1 ? stabilityLevels.indexOf("stable") : known;
};

/** Returns true when the contract says that an operation is a draft, which may change. */
export const isDraft = (operation: NamedOperation): boolean =>
  stabilityOf(operation) < stabilityLevels.indexOf("beta");

function compareStability(
  { report }: Scope,
  was: NamedOperation,
  next: NamedOperation,
): void {
  const before = stabilityOf(was);
  const after = stabilityOf(next);
  if (before === after) return;
  report(
    after < before ? "diff/stability-lowered" : "added",
    `The operation was ${stabilityLevels[before]} and is ${stabilityLevels[after]}.`,
    ...atKey(stabilityKey, was.node, next.node),
  );
}

function callbacksOf({ node, name }: NamedOperation): Operations {
  const callbacks = element(node, "callbacks") ?? {};
  const labels = namesIn(callbacks);
  return new Map(
    labels.flatMap((label) => [
      ...operationsIn(callbacks, label, "Callback", { label, name }),
    ]),
  );
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
