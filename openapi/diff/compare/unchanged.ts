import { hash } from "node:crypto";
import { memoized } from "../../model/collections.ts";
import { isNode, type Node } from "../../model/node.ts";
import type { Contract } from "../contract/contract.ts";
import { documentOf } from "../contract/locations.ts";
import { componentsIn } from "../schema/discriminators.ts";
import type { Schema } from "../schema/schema.ts";

/** A part of a schema as it is written. */
interface Written {
  /** Its text, or the digest of a long one. */
  text: string;
  /**
   * The names of the components to which it refers. Undefined when it may lead to others, as by its
   * discriminator.
   */
  names: ReadonlySet<string> | undefined;
}

const pointer = "#/components/schemas/";

/** Keywords by which a schema may depend on parts that it does not name in a `$ref`. */
const farKeywords =
  /^(discriminator|\$dynamicRef|\$dynamicAnchor|\$anchor|\$id)$/;

const writtenOf = memoized((schema: Node) => write("", schema, new Map()));

/** Longer texts are replaced by their digest. */
const maxLength = 200;

/** @param known the objects that are written: aliases of YAML repeat them inside of each other */
function write(
  key: string,
  value: unknown,
  known: Map<object, Written>,
): Written {
  if (key === "$ref" && typeof value === "string") return writeReference(value);
  if (typeof value === "bigint") return { text: `${value}n`, names: noNames };
  if (typeof value !== "object" || value === null)
    return { text: JSON.stringify(value) ?? "", names: noNames };
  const found = known.get(value);
  if (found) return found;
  const fields = Object.entries(value).map(([name, field]) => {
    const { text, names } = write(name, field, known);
    const isNear = !farKeywords.test(name);
    return {
      text: JSON.stringify(name) + text,
      names: isNear ? names : undefined,
    };
  });
  const text = `${Array.isArray(value) ? "list" : ""}{${fields.map((field) => field.text).join()}}`;
  const written = {
    text: text.length > maxLength ? hash("sha256", text) : text,
    names: union(fields.map((field) => field.names)),
  };
  known.set(value, written);
  return written;
}

const noNames: ReadonlySet<string> = new Set();

const writeReference = (reference: string): Written => ({
  text: JSON.stringify(reference),
  names: reference.startsWith(pointer)
    ? new Set([reference.slice(pointer.length)])
    : undefined,
});

function union(all: Written["names"][]): Written["names"] {
  const found = new Set<string>();
  for (const names of all) {
    if (!names) return undefined;
    for (const name of names) found.add(name);
  }
  return found.size === 0 ? noNames : found;
}

/**
 * Creates a function that returns true for schemas that are written alike in both contracts, and
 * refer only to components that are: most schemas of two versions of a contract. Nothing else of
 * them has to be compared.
 */
export function createUnchanged(base: Contract, head: Contract) {
  const from = componentsIn(base.root);
  const to = componentsIn(head.root);
  const isSameVersion =
    documentOf(base.root).is30 === documentOf(head.root).is30;
  const unchanged = new Set(
    Object.keys(from).filter((name) => areAlike(from[name], to[name])),
  );
  const leadsToChanged = (schema: unknown): boolean =>
    !isNode(schema) ||
    [...(writtenOf(schema).names ?? [""])].some((name) => !unchanged.has(name));
  // Each round finds the components that refer to the components of the round before.
  for (let size = -1; size !== unchanged.size;) {
    size = unchanged.size;
    for (const name of unchanged)
      if (leadsToChanged(from[name])) unchanged.delete(name);
  }
  const isPartOf = ({ root }: Contract, part: Node) =>
    documentOf(part).root === root;
  return (one: Schema, other: Schema): boolean =>
    isSameVersion &&
    one.never === other.never &&
    one.parts.length === other.parts.length &&
    one.parts.every((part, i) => {
      const next = other.parts[i];
      return (
        isPartOf(base, part) &&
        next !== undefined &&
        isPartOf(head, next) &&
        areAlike(part, next) &&
        !leadsToChanged(part)
      );
    });
}

const areAlike = (one: unknown, other: unknown): boolean =>
  isNode(one) && isNode(other) && writtenOf(one).text === writtenOf(other).text;
