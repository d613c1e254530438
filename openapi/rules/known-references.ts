import type { Reference } from "../model/contract.ts";
import { childOf, isNode, namesIn, pointerTo } from "../model/node.ts";
import type { Location, UserContext } from "@redocly/openapi-core";
import { closest } from "./known-names.ts";

/** Where what a reference stands for is defined, by Redocly's names of types. */
const sections = new Map([
  ["Schema", "schemas"],
  ["Parameter", "parameters"],
  ["Header", "headers"],
  ["RequestBody", "requestBodies"],
  ["Response", "responses"],
  ["Example", "examples"],
]);

/**
 * A reference leads to something of its kind. The message says what is missing, which Redocly's `no-unresolved-refs` does not.
 * Design guide: openapi/README.md#references
 */
export default function knownReferences() {
  let root: unknown;
  const found = new Set<string>();
  const check = ($ref: unknown, context: UserContext, location: Location) => {
    const report = (problem: string, suggest: string[] = []) =>
      context.report({
        message: `\`${String($ref)}\` ${problem}. See openapi/README.md#references`,
        suggest,
        location,
      });
    // The files of references are read, and missed, before the rules run.
    if (
      typeof $ref === "string" &&
      /^(?!https?:).*\.(ya?ml|json)(#|$)/.test($ref)
    )
      return;
    if (typeof $ref !== "string" || !$ref.startsWith("#/"))
      return report(
        "is no part of this file, such as `#/components/schemas/Name`",
        [pointerTo("#/components/schemas", String($ref))].filter(
          (each) => !missingIn(root, each),
        ),
      );
    const [, section = ""] = /^#\/components\/([^/]+)\/[^/]+$/.exec($ref) ?? [];
    const expected = sections.get(context.type.name);
    if (
      expected !== undefined &&
      section !== expected &&
      [...sections.values()].includes(section)
    )
      return report(`is no ${context.type.name}, as it stands in ${section}`);
    if (found.has($ref)) return;
    const missing = missingIn(root, $ref);
    if (!missing) return void found.add($ref);
    const { parent, name, rest, names } = missing;
    if (name === undefined) return report("is no mapping");
    // Of a section that is missing one reference tells.
    const isSection = rest.length > 0;
    if (isSection && found.has(pointerTo(parent, name))) return;
    if (isSection) found.add(pointerTo(parent, name));
    report(
      `leads nowhere: ${parent} has no \`${name}\``,
      closest(name, names).map((each) =>
        [each, ...rest].reduce(pointerTo, parent),
      ),
    );
  };
  return {
    Root: (node: unknown) => {
      root = node;
    },
    any: (node: unknown, context: UserContext) => {
      if (
        isNode(node) &&
        "$ref" in node &&
        typeof node["$ref"] !== "string" &&
        !/Map$|Properties$/.test(context.type.name)
      )
        check(node["$ref"], context, context.location.child(["$ref"]).key());
    },
    ref: {
      leave: ({ $ref }: Reference, context: UserContext) =>
        check($ref, context, context.location.child(["$ref"])),
    },
    DiscriminatorMapping: (
      mapping: Record<string, string>,
      context: UserContext,
    ) => {
      for (const [value, $ref] of Object.entries(mapping))
        check($ref, context, context.location.child([value]));
    },
  };
}

/** Where a pointer into this document leaves it, and the names that are there. Without a name what it leads to is no mapping. */
function missingIn(root: unknown, $ref: string) {
  let node = root;
  let parent = "#";
  const path = namesIn($ref);
  for (const [depth, name] of path.entries()) {
    const names = isNode(node) ? Object.keys(node) : [];
    const child = childOf(node, name);
    if (child === undefined)
      return { parent, name, names, rest: path.slice(depth + 1) };
    node = child;
    parent = pointerTo(parent, name);
  }
  return isNode(node) || node === null
    ? undefined
    : { parent, name: undefined, names: [], rest: [] };
}
