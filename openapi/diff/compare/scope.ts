import type { Contract } from "../contract/contract.ts";
import type { At } from "../contract/places.ts";
import type { Schema } from "../schema/schema.ts";
import {
  type Difference,
  type Direction,
  type Use,
  deprecation,
  endOf,
  isPast,
  removal,
} from "./difference.ts";
import type { Rule } from "../policy.ts";
import type { Pair } from "./pair.ts";
import type { createSchemaComparison } from "./schemas.ts";
import { without, type Node } from "../../model/node.ts";

/** What differs in an operation, or in a part of it: in itself, and in the schemas that it has. */
export interface OperationPart {
  /** `GET /v1/contacts`, or what else it is part of. */
  operation: string;
  part: Direction | undefined;
  /** Who reads it, when it is a part. */
  direction: Direction | undefined;
  differences: Difference[];
  schemas: (Use & { pair: Pair })[];
}

/** Two contracts in comparison. */
export interface Both {
  base: Contract;
  head: Contract;
  today: string;
  pairOf: ReturnType<typeof createSchemaComparison>;
  operationParts: OperationPart[];
}

export type Report = (rule: Rule, change: string, base?: At, head?: At) => void;

/** The part of an operation that is compared. */
export interface Scope extends Both {
  /** Who reads the part. A webhook and a callback are sent by us: their requests are read as responses are. */
  direction: Direction;
  report: Report;
  compare(base: Schema, head: Schema, use?: Partial<Use>): void;
}

/** Begins to compare a part of an operation. */
export function scopeOf(both: Both, operation: string, part: Direction, isDelivery: boolean): Scope {
  const opposite = part === "request" ? "response" : "request";
  const direction = isDelivery ? opposite : part;
  const operationPart = addPart(both, operation, part, direction);
  return {
    ...both,
    direction,
    report: reportAt(operationPart),
    compare: (base, head, use) => {
      const pair = both.pairOf(base, head, direction);
      operationPart.schemas.push({ isXml: false, isStored: false, ...use, pair });
    },
  };
}

/** Reports what differs in operations themselves, in their access or in their address. */
export function reportIn(both: Both, ...operations: string[]): Report {
  const reports = operations.map((operation) => reportAt(addPart(both, operation)));
  return (...difference) => reports.forEach((report) => report(...difference));
}

function addPart(
  { operationParts }: Both,
  operation: string,
  part?: Direction,
  direction?: Direction,
): OperationPart {
  const operationPart: OperationPart = { operation, part, direction, differences: [], schemas: [] };
  operationParts.push(operationPart);
  return operationPart;
}

const reportAt =
  ({ differences }: OperationPart): Report =>
  (rule, change, base, head) =>
    void differences.push({ rule, change, base, head });

/** What has a name in a contract: a path, an operation, a parameter, a status, a header, a media type. */
export interface NamedElement {
  /** What people call it, as the beginning of a sentence. */
  what: string;
  node: Node;
  at: At;
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

/** Two versions of named elements, by what tells one of them from another. */
interface NamedElements<E extends NamedElement> {
  before: Map<string, E>;
  after: Map<string, E>;
  rules: Rules;
  /** Compares two versions of an element. */
  compare(from: E, to: E, key: string): void;
  /** The next version of an element, when it may have another key. */
  next?(key: string): E | undefined;
}

/**
 * Compares named elements: which go, which come, which have to be there, and each with its next version.
 * @param reportOf reports what happens to an element
 */
export function compareNamedElements<E extends NamedElement>(
  { today }: Both,
  reportOf: (element: E) => Report,
  { before, after, rules, compare, next = (key) => after.get(key) }: NamedElements<E>,
): void {
  const matched = new Set<E>();
  for (const [key, from] of before) {
    const to = next(key);
    const report = reportOf(from);
    if (!to) {
      const past = from.isPast ?? isPast(endOf(from.node), today);
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
    const deprecated = deprecation(from.what, endOf(from.node), endOf(to.node), today);
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
