import { without } from "../../model/collections.ts";
import { textIn, type Node } from "../../model/node.ts";
import { emptyAt, type Location } from "../contract/locations.ts";
import { element, flagIn, namesIn } from "../contract/references.ts";
import type { Rule } from "../policy.ts";
import { hasFlag, type Schema } from "../schema/schema.ts";
import type { Direction } from "./difference.ts";
import { atKey, scopeOf, type Scope } from "./scope.ts";

/** An element with a name: an operation, a parameter, a status, a header, a media type. */
export interface NamedElement {
  /** The name of the element in a report, as the beginning of a sentence. */
  what: string;
  node: Node;
  /** The location of its name, when it differs from the location of the node. */
  at?: Location;
  /** The operations in this element. Left out for a part of an operation. */
  operations?: readonly string[];
  /** True when the element is required. Left out: its field `required` decides. */
  isRequired?: boolean;
}

/**
 * Returns the names in a map of a contract. Only the maps of paths, responses and the operations of
 * a callback have extensions: a header may be called `x-trace`.
 */
export const namesWithoutExtensions = (mapping: Node): string[] =>
  Object.keys(mapping).filter((name) => !name.startsWith("x-"));

/**
 * Returns name → element for a map.
 * @param kind the type of the elements in a report
 * @param nameOf converts a key to the name by which two elements are the same
 * @param keysIn returns the keys of elements
 */
export function namedElements(
  holder: Node,
  key: string,
  kind: string,
  nameOf = (name: string) => name,
  keysIn = namesIn,
): Map<string, NamedElement> {
  const mapping = element(holder, key) ?? {};
  const names = keysIn(mapping);
  return new Map(
    names.map((name) => {
      const node = element(mapping, name) ?? emptyAt(mapping, name);
      return [
        nameOf(name),
        { what: `${kind} \`${name}\``, node, at: { node: mapping, key: name } },
      ];
    }),
  );
}

/**
 * The rules for an element that is removed, becomes required or becomes optional. A change without
 * a rule is harmless.
 */
interface Rules {
  removed?: Rule;
  required?: Rule;
  optional?: Rule;
}

const notDelivered: Rules = {
  removed: "diff/delivery-narrowed",
  optional: "diff/delivery-narrowed",
};
const inBothDirections = (rules: Rules) => ({
  request: rules,
  response: rules,
});

const rulesOf = {
  operation: inBothDirections({ removed: "operation-removed" }),
  parameter: {
    request: {
      removed: "parameter-removed",
      required: "parameter-became-required",
    },
    response: notDelivered,
  },
  body: {
    request: {
      removed: "request-body-removed",
      required: "request-body-became-required",
    },
    response: notDelivered,
  },
  status: inBothDirections({ removed: "response-removed" }),
  header: {
    request: { required: "parameter-became-required" },
    response: {
      removed: "response-header-removed",
      optional: "response-header-removed",
    },
  },
  link: inBothDirections({ removed: "diff/link-removed" }),
  mediaType: inBothDirections({ removed: "media-type-removed" }),
} satisfies Record<string, Record<Direction, Rules>>;

/**
 * Compares maps of elements: removed ones, added ones, and those in both.
 * @param compare compares an element that both maps have
 * @param next finds the element of the other map, which may have another key
 */
export function compareElements<E extends NamedElement>(
  scope: Scope,
  kind: keyof typeof rulesOf,
  [before, after]: [Map<string, E>, Map<string, E>],
  compare: (from: E, to: E, key: string) => void,
  next = (key: string): E | undefined => after.get(key),
): void {
  const { removed, required, optional }: Rules = rulesOf[kind][scope.direction];
  const needed = scope.direction === "request" ? "required" : "always there";
  const scopeOfElement = ({ operations }: E) =>
    operations ? scopeOf(scope, operations) : scope;
  const matched = new Set<E>();
  for (const [key, from] of before) {
    const to = next(key);
    const { report } = scopeOfElement(from);
    if (!to) {
      const past = isPast(from.node, scope.today);
      report(
        ...removal(from.what, past, removed ?? "diff/compatible"),
        locationOf(from),
      );
      continue;
    }
    matched.add(to);
    const was = isNeeded(from);
    const is = isNeeded(to);
    const at = atKey("required", from.node, to.node);
    if (is && !was)
      report(
        required ?? "diff/compatible",
        `${from.what} is now ${needed}.`,
        ...at,
      );
    if (was && !is)
      report(
        optional ?? "diff/compatible",
        `${from.what} is no longer ${needed}.`,
        ...at,
      );
    const deprecated = deprecation(from.what, from.node, to.node, scope.today);
    if (deprecated)
      report(...deprecated, ...atKey("deprecated", from.node, to.node));
    compare(from, to, key);
  }
  for (const to of without(after.values(), matched)) {
    const rule = isNeeded(to) ? required : undefined;
    const what = rule ? to.what.replace(/^The /, "The required ") : to.what;
    scopeOfElement(to).report(
      rule ?? "added",
      `${what} was added.`,
      undefined,
      locationOf(to),
    );
  }
}

/** Returns the location of the name of an element. */
export const locationOf = ({ node, at = { node } }: NamedElement): Location =>
  at;
const isNeeded = ({
  node,
  isRequired = flagIn(node, "required"),
}: NamedElement): boolean => isRequired;

/** Returns the deprecation of a schema in the form of other elements. */
export const deprecationOfSchema = (schema: Schema): Node => ({
  deprecated: hasFlag(schema, "deprecated"),
  "x-sunset": schema.parts
    .map((part) => textIn(part, "x-sunset"))
    .find((day) => day !== undefined),
});

/** A rule, and the change in one sentence. */
export type Verdict = [rule: Rule, change: string];

/** Returns the day after which a deprecated element may be removed, or undefined. */
function lastDay(node: Node): string | undefined {
  const day = flagIn(node, "deprecated") ? textIn(node, "x-sunset") : undefined;
  const isDay =
    day !== undefined &&
    /^\d{4}-\d{2}-\d{2}/.test(day) &&
    !Number.isNaN(Date.parse(day.slice(0, "YYYY-MM-DD".length)));
  return isDay ? day : undefined;
}

/** Returns true when the sunset of a deprecated element has passed. */
export const isPast = (node: Node, today: string): boolean =>
  (lastDay(node) ?? today) < today;

/**
 * Compares the deprecation of two elements, and the day of their removal. Returns undefined when
 * both are the same.
 */
export function deprecation(
  what: string,
  from: Node,
  to: Node,
  today: string,
): Verdict | undefined {
  const was = lastDay(from);
  const is = lastDay(to);
  const change = `${what} may be removed after ${is}${was ? `, no longer after ${was}` : ""}.`;
  if (is !== undefined && (was ?? today) >= today && is < (was ?? today))
    return ["diff/sunset-moved", change];
  const old = flagIn(from, "deprecated");
  const now = flagIn(to, "deprecated");
  if (old !== now)
    return [
      "diff/deprecated",
      `${what} is ${now ? "" : "no longer "}deprecated.`,
    ];
  if (was === is) return undefined;
  return [
    "diff/deprecated",
    `${what} works ${is ? `until ${is}` : "without an end"}.`,
  ];
}

/**
 * Returns the verdict on a removed element. The rule does not apply to a removal after the
 * announced day.
 */
export const removal = (
  what: string,
  isAnnounced: boolean,
  rule: Rule,
): Verdict =>
  isAnnounced
    ? ["diff/removed-after-sunset", `${what} was removed, after its sunset.`]
    : [rule, `${what} was removed.`];
