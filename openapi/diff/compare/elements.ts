import { without, type Node } from "../../model/node.ts";
import type { At } from "../contract/places.ts";
import type { Rule } from "../policy.ts";
import { deprecation, endOf, isPast, removal } from "./difference.ts";
import { reportIn, type Both, type Scope } from "./scope.ts";

/** What has a name in a contract: a path, an operation, a parameter, a status, a header, a media type. */
export interface NamedElement {
  /** What people call it, as the beginning of a sentence. */
  what: string;
  node: Node;
  at: At;
  /** The operations that it is, or has; those of a part of an operation have none. */
  operations?: readonly string[];
  /** Whether it has to be there, when `required` of its own does not say so. */
  isRequired?: boolean;
  /** Whether it may go, when that is not said by itself but by what it holds. */
  isPast?: boolean;
}

/** By which rules it is judged when an element goes, has to be sent, or may be missing. Without a rule it hurts nobody. */
interface Rules {
  removed?: Rule;
  required?: Rule;
  optional?: Rule;
}

const notBrought: Rules = { removed: "diff/delivery-narrowed", optional: "diff/delivery-narrowed" };

/** The rules of each kind of elements; those of a message by who reads it. */
export const elementRules = {
  path: { removed: "path-removed" },
  operation: { removed: "operation-removed" },
  parameter: {
    request: { removed: "parameter-removed", required: "parameter-became-required" },
    response: notBrought,
  },
  body: {
    request: { removed: "request-body-removed", required: "request-body-became-required" },
    response: notBrought,
  },
  status: { removed: "response-removed" },
  header: {
    request: {},
    response: { removed: "response-header-removed", optional: "diff/header-became-optional" },
  },
  mediaType: { removed: "media-type-removed" },
} satisfies Record<string, Rules | Record<Scope["direction"], Rules>>;

/** Elements of both contracts, by what tells one of them from another. */
type Versions<E extends NamedElement> = [before: Map<string, E>, after: Map<string, E>];

/**
 * Compares named elements: which go, which come, which have to be there, and each with its next version.
 * @param scope the part of an operation that has the elements, unless they know their operations
 * @param compare compares two versions of an element
 * @param next finds the next version of an element that may have another key
 */
export function compareElements<E extends NamedElement>(
  scope: Both & Partial<Pick<Scope, "report">>,
  rules: Rules,
  [before, after]: Versions<E>,
  compare: (from: E, to: E, key: string) => void,
  next = (key: string): E | undefined => after.get(key),
): void {
  const reportOf = ({ operations = [] }: E) => scope.report ?? reportIn(scope, ...operations);
  const matched = new Set<E>();
  for (const [key, from] of before) {
    const to = next(key);
    const report = reportOf(from);
    if (!to) {
      const past = from.isPast ?? isPast(endOf(from.node), scope.today);
      if (past || rules.removed) report(...removal(from.what, past, rules.removed ?? "added"), from.at);
      continue;
    }
    matched.add(to);
    const at = (name: string) => [from, to].map(({ node }) => ({ node, key: name }));
    const [was, is] = [isRequired(from), isRequired(to)];
    if (is && !was && rules.required)
      report(rules.required, `${from.what} is now required.`, ...at("required"));
    if (was && !is && rules.optional)
      report(rules.optional, `${from.what} is no longer always there.`, ...at("required"));
    const deprecated = deprecation(from.what, endOf(from.node), endOf(to.node), scope.today);
    if (deprecated) report(...deprecated, ...at("deprecated"));
    compare(from, to, key);
  }
  for (const to of without(after.values(), matched)) {
    const required = isRequired(to) ? rules.required : undefined;
    const what = required ? to.what.replace(/^The /, "The required ") : to.what;
    reportOf(to)(required ?? "added", `${what} was added.`, undefined, to.at);
  }
}

const isRequired = (element: NamedElement) => element.isRequired ?? element.node["required"] === true;
