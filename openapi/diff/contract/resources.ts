import { memoized } from "../../model/collections.ts";
import { isNode, textIn, type Node } from "../../model/node.ts";
import type { Document } from "./locations.ts";
import { roleOf, type NodeRole } from "./roles.ts";

/** A file, or a schema with an `$id`. References without a path lead into it. */
export interface Resource {
  root: unknown;
  /** The address of the resource, against which the references in it are resolved. */
  address: string;
  /** Name of an `$anchor` → its schema. */
  anchors: Map<string, Node>;
}

/** The resources of a file. */
interface Resources {
  /** The file itself. */
  whole: Resource;
  byAddress: Map<string, Resource>;
  /** Object → the innermost resource around it. */
  around: Map<object, Resource>;
}

/** Finds the resources of a file. Values of the API, such as examples, have none. */
const resourcesIn = memoized(({ root, main, is30 }: Document): Resources => {
  const self = root === main ? textIn(main, "$self") : undefined;
  const whole = { root, address: self ?? "", anchors: new Map() };
  const byAddress = new Map<string, Resource>();
  if (self !== undefined) byAddress.set(self, whole);
  const around = new Map<object, Resource>();

  function visit(node: unknown, role: NodeRole, outer: Resource): void {
    if (typeof node !== "object" || node === null || role === "value") return;
    if (around.has(node)) return;
    const isPart = isNode(node) && role === "part" && !is30;
    const id = isPart ? textIn(node, "$id") : undefined;
    const resource =
      id === undefined
        ? outer
        : { root: node, address: resolved(id, outer), anchors: new Map() };
    around.set(node, resource);
    if (id !== undefined) byAddress.set(resource.address, resource);
    for (const key of isPart ? ["$anchor", "$dynamicAnchor"] : []) {
      const name = isNode(node) ? textIn(node, key) : undefined;
      if (isNode(node) && name !== undefined && !resource.anchors.has(name))
        resource.anchors.set(name, node);
    }
    for (const [name, child] of Object.entries(node))
      visit(child, roleOf(name.replace(/^x-/, ""), role), resource);
  }

  visit(root, "part", whole);
  return { whole, byAddress, around };
});

/**
 * Returns the resource in the same file to which a reference leads by its path. An empty path leads
 * to the resource around it.
 */
export function resourceAt(
  path: string,
  from: object,
  document: Document,
): Resource | undefined {
  const { whole, byAddress, around } = resourcesIn(document);
  const own = around.get(from) ?? whole;
  return path === "" ? own : byAddress.get(resolved(path, own));
}

/** Returns the resource of a whole file. */
export const wholeOf = (document: Document): Resource =>
  resourcesIn(document).whole;

/** Resolves an address against the address of a resource. */
const resolved = (address: string, { address: base }: Resource): string =>
  URL.canParse(address, base || undefined)
    ? new URL(address, base || undefined).href.replace(/#$/, "")
    : address.replace(/#$/, "");
