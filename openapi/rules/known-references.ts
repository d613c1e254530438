import type { Reference } from "../model/contract.ts";
import { childOf, isNode } from "../model/node.ts";
import { namesIn, pointerTo } from "../model/pointer.ts";
import type { Location, UserContext } from "@redocly/openapi-core";
import { closest } from "./closest.ts";

/** Type of Redocly → the section of `components` that has its definitions. */
const sections = new Map([
  ["Schema", "schemas"],
  ["Parameter", "parameters"],
  ["Header", "headers"],
  ["RequestBody", "requestBodies"],
  ["Response", "responses"],
  ["Example", "examples"],
]);

/**
 * Checks that a reference leads to an element of the expected type. The message names the missing
 * part, unlike the message of Redocly's `no-unresolved-refs`. Design guide:
 * openapi/README.md#references
 */
export default function knownReferences() {
  let root: unknown;
  /** Good references, and missing sections that were reported. */
  const seen = new Set<string>();

  function check($ref: unknown, context: UserContext, location: Location) {
    const problem = problemOf($ref, context.type.name);
    if (!problem) return;
    const { message, suggest = [] } = problem;
    context.report({
      message: `\`${String($ref)}\` ${message}. See openapi/README.md#references`,
      suggest,
      location,
    });
  }

  function problemOf(
    $ref: unknown,
    type: string,
  ): ReferenceProblem | undefined {
    if (isFileReference($ref)) return undefined;
    if (typeof $ref !== "string" || !$ref.startsWith("#/"))
      return notLocalProblem($ref, root);
    const [, section = ""] = /^#\/components\/([^/]+)\/[^/]+$/.exec($ref) ?? [];
    const expected = sections.get(type);
    const isKnown = [...sections.values()].includes(section);
    if (expected !== undefined && section !== expected && isKnown)
      return { message: `is no ${type}, as it is in ${section}` };
    if (seen.has($ref)) return undefined;
    const missing = missingPart(root, $ref);
    if (!missing) {
      seen.add($ref);
      return undefined;
    }
    const { parent, name, rest } = missing;
    if (name === undefined) return { message: "is no mapping" };
    const isSection = rest.length > 0;
    const pointer = pointerTo(parent, name);
    if (isSection && seen.has(pointer)) return undefined;
    if (isSection) seen.add(pointer);
    return brokenProblem(missing, name);
  }

  return {
    Root: (node: unknown) => {
      root = node;
    },
    any: (node: unknown, context: UserContext) => {
      // The object of a map may have the name `$ref`.
      const isMap = /Map$|Properties$/.test(context.type.name);
      if (!isNode(node) || !("$ref" in node) || isMap) return;
      if (typeof node["$ref"] === "string") return;
      const location = context.location.child(["$ref"]).key();
      check(node["$ref"], context, location);
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

/**
 * Returns true for a reference to a file. lint/referenced-files.ts checks these before the rules
 * run.
 */
const isFileReference = ($ref: unknown): boolean =>
  typeof $ref === "string" && /^(?!https?:).*\.(ya?ml|json)(#|$)/.test($ref);

function notLocalProblem($ref: unknown, root: unknown) {
  const schema = pointerTo("#/components/schemas", String($ref));
  return {
    message: "is no part of this file, such as `#/components/schemas/Name`",
    suggest: missingPart(root, schema) ? [] : [schema],
  };
}

function brokenProblem({ parent, names, rest }: MissingPart, name: string) {
  const suggest = closest(name, names).map((candidate) =>
    [candidate, ...rest].reduce(pointerTo, parent),
  );
  return { message: `leads nowhere: ${parent} has no \`${name}\``, suggest };
}

interface ReferenceProblem {
  message: string;
  suggest?: string[];
}

/** The first part of a pointer that does not exist. */
interface MissingPart {
  /** The pointer of the last object that exists. */
  parent: string;
  /** The missing name. Undefined when the target exists, but is not an object. */
  name: string | undefined;
  /** The names that the parent has. */
  names: string[];
  /** The names of the pointer after the missing one. */
  rest: string[];
}

/** Follows a pointer. Returns undefined when it leads to an object. */
function missingPart(root: unknown, $ref: string): MissingPart | undefined {
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
  if (isNode(node) || node === null) return undefined;
  return { parent, name: undefined, names: [], rest: [] };
}
