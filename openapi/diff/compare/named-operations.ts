import { nodeIn, rewrite, type Node } from "../../model/node.ts";
import { methods } from "../../model/operation-nodes.ts";
import type { Location } from "../contract/locations.ts";
import { element, elements, namesIn } from "../contract/references.ts";
import { namesWithoutExtensions, type NamedElement } from "./elements.ts";
import { hasOwnServers } from "./servers.ts";

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

/** Method and path → operation. */
export type Operations = Map<string, NamedOperation>;

/** The place of operations in a contract, beside their section. */
interface Place {
  /** The name of a callback. */
  label?: string;
  /** The name of the operation of a callback. */
  name?: string;
  /** The common start of paths, from the address of the server. */
  base?: string;
  /** The templates that several paths have. */
  ambiguous?: ReadonlySet<string>;
}

/** Finds the operations of a section of the contract. */
export function operationsIn(
  holder: Node,
  section: string,
  kind: "Path" | "Webhook" | "Callback",
  { label, name: owner, base = "", ambiguous = new Set() }: Place = {},
): Operations {
  const items = element(holder, section) ?? {};
  const paths =
    kind === "Webhook" ? namesIn(items) : namesWithoutExtensions(items);
  const isDelivery = kind !== "Path";
  const found: Operations = new Map();
  for (const path of paths) {
    const item = itemIn(items, path);
    const what = `${kind} \`${label ?? path}\``;
    for (const [method, node] of methodsIn(item)) {
      const name = isDelivery
        ? `${kind.toLowerCase()} ${label ?? path}`
        : `${method} ${path}`;
      // The common start replaces a part of the contract's servers, and of no others.
      const start = hasOwnServers(node) || hasOwnServers(item) ? "" : base;
      const template = isDelivery
        ? `${label ?? ""} ${path}`
        : templateOf(start + path, ambiguous);
      found.set(`${method} ${template}`, {
        what: `Operation \`${method}\``,
        name,
        operations: [owner ?? name],
        node,
        isDelivery,
        method,
        path,
        template,
        item,
        wholePath: { what, at: { node: items, key: path } },
      });
    }
  }
  return found;
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

/** Returns a path item. Fields beside a reference replace the fields of its target. */
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

/** Returns the operations of the callbacks of an operation. */
export function callbacksOf({ node, name }: NamedOperation): Operations {
  const callbacks = element(node, "callbacks") ?? {};
  const labels = namesIn(callbacks);
  return new Map(
    labels.flatMap((label) => [
      ...operationsIn(callbacks, label, "Callback", { label, name }),
    ]),
  );
}
