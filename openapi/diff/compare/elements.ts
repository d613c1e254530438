import { without } from "../../model/collections.ts";
import { textIn, type Node } from "../../model/node.ts";
import { emptyAt, type Location } from "../contract/locations.ts";
import { element } from "../contract/references.ts";
import type { Rule } from "../policy.ts";
import { hasFlag, type Schema } from "../schema/schema.ts";
import type { Direction } from "./difference.ts";
import { atKey, scopeOf, type Scope } from "./scope.ts";

/** What has a name in a contract: a path, an operation, a parameter, a status, a header, a media type. */
export interface NamedElement {
  /** What people call it, as the beginning of a sentence. */
  what: string;
  node: Node;
  /** Where it is named, when that is not where it is written. */
  at?: Location;
  /** The operations that it is, or has; those of a part of an operation have none. */
  operations?: readonly string[];
  /** Whether it has to be there, when `required` of its own does not say so. */
  isRequired?: boolean;
}

/**
 * The elements of a mapping by their names. Extensions among them may be anything.
 * @param kind what people call one
 * @param nameOf what tells one of them from another
 */
export function namedElements(
  holder: Node,
  key: string,
  kind: string,
  nameOf = (name: string) => name,
): Map<string, NamedElement> {
  const mapping = element(holder, key) ?? {};
  const names = Object.keys(mapping).filter((name) => !name.startsWith("x-"));
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

/** By which rules it is judged when an element goes, has to be there, or may be missing. Without a rule it hurts nobody. */
interface Rules {
  removed?: Rule;
  required?: Rule;
  optional?: Rule;
}

const notBrought: Rules = {
  removed: "diff/delivery-narrowed",
  optional: "diff/delivery-narrowed",
};
const inEach = (rules: Rules) => ({ request: rules, response: rules });

const rulesOf = {
  operation: inEach({ removed: "operation-removed" }),
  parameter: {
    request: {
      removed: "parameter-removed",
      required: "parameter-became-required",
    },
    response: notBrought,
  },
  body: {
    request: {
      removed: "request-body-removed",
      required: "request-body-became-required",
    },
    response: notBrought,
  },
  status: inEach({ removed: "response-removed" }),
  header: {
    request: {},
    response: {
      removed: "response-header-removed",
      optional: "response-header-removed",
    },
  },
  link: inEach({ removed: "diff/link-removed" }),
  mediaType: inEach({ removed: "media-type-removed" }),
} satisfies Record<string, Record<Direction, Rules>>;

/**
 * Compares named elements: which go, which come, which have to be there, and each with its next version.
 * @param next finds the next version of an element that may have another key
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

const locationOf = ({ node, at = { node } }: NamedElement): Location => at;
const isNeeded = ({
  node,
  isRequired = node["required"] === true,
}: NamedElement): boolean => isRequired;

/** What a schema states of its end, as another element states it in itself. */
export const endOfSchema = (schema: Schema): Node => ({
  deprecated: hasFlag(schema, "deprecated"),
  "x-sunset": schema.parts
    .map((part) => textIn(part, "x-sunset"))
    .find((day) => day !== undefined),
});

/** A rule, and what changed, in one sentence. */
export type Verdict = [rule: Rule, change: string];

/** The day after which an element may be removed; undefined when callers were told none. */
function lastDay(node: Node): string | undefined {
  const day =
    node["deprecated"] === true ? textIn(node, "x-sunset") : undefined;
  return day !== undefined && /^\d{4}-\d{2}-\d{2}/.test(day) ? day : undefined;
}

/** Whether an element was marked as deprecated, with a day that has passed. */
export const isPast = (node: Node, today: string): boolean =>
  (lastDay(node) ?? today) < today;

/** The rule and the sentence for what becomes deprecated, or may now be removed sooner than callers were told. */
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
  const old = from["deprecated"] === true;
  const now = to["deprecated"] === true;
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

/** The rule and the sentence for what was removed, possibly after the day that was announced. */
export const removal = (
  what: string,
  isAnnounced: boolean,
  rule: Rule,
): Verdict =>
  isAnnounced
    ? ["diff/removed-after-sunset", `${what} was removed, after its sunset.`]
    : [rule, `${what} was removed.`];
