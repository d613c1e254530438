import type { Location } from "../contract/locations.ts";
import type { Rule } from "../policy.ts";
import { quoted, textIn, without, type Node } from "../../model/node.ts";
import type { Alternative } from "../schema/alternatives.ts";
import { hasFlag, type Schema } from "../schema/schema.ts";

/** Who reads what is compared: a server reads requests, a client reads responses. */
export type Direction = "request" | "response";

/** One thing that differs between two contracts. */
export interface Difference {
  rule: Rule;
  /** What changed, in one sentence; `{of}` becomes the name of what it is part of. */
  change: string;
  base?: Location | undefined;
  head?: Location | undefined;
  /** Where alone it counts; everywhere without. */
  only?: keyof Use;
}

/** What a schema is used for. */
export interface Use {
  /** A body in XML. */
  isXml: boolean;
  /** What a server reads from its store: the body of a success, or an event. */
  isStored: boolean;
}

/** Whether fewer or more is valid after a change; both when it is something else. */
export type Effect = "narrower" | "wider" | "other" | "unknown";

const harmless: Record<Direction, Effect> = { request: "wider", response: "narrower" };

const rules: Record<string, Rule> = {
  ...{ type: "schema-type-changed", discriminator: "diff/discriminator-changed" },
  oneOf: "diff/choice-changed",
};

/** The rule by which a changed keyword is judged: a server may not refuse what it accepted, a client not get what could not come. */
export function ruleOf(keyword: string, effect: Effect, direction: Direction): Rule {
  if (effect === "unknown") return "diff/cannot-tell";
  if (effect === harmless[direction]) return "diff/compatible";
  if (keyword === "enum" || keyword === "const")
    return effect === "narrower" ? "enum-values-removed" : "enum-values-added";
  return rules[keyword] ?? "schema-constraint-changed";
}

/** What the comparison of two alternatives needs. */
export interface Comparison {
  direction: Direction;
  today: string;
  base: Alternative;
  head: Alternative;
  /** Compares what stands inside. */
  inside(base: Schema, head: Schema): void;
  /** Reports a difference at the keyword that changed. */
  report(effect: Effect, change: string, keyword: string): void;
  /** Reports a difference at a property. */
  add(difference: Difference): void;
}

/** The effect of conditions that come and go. */
export function effectOf(from: string[], to: string[]): Effect | undefined {
  const [lost, gained] = [without(from, to).length > 0, without(to, from).length > 0];
  if (lost && gained) return "other";
  if (gained) return "narrower";
  return lost ? "wider" : undefined;
}

/** `gained x and lost y`. */
export function gainsAndLosses(from: string[], to: string[]): string {
  const [gained, lost] = [without(to, from), without(from, to)];
  return [gained.length > 0 && `gained ${quoted(gained)}`, lost.length > 0 && `lost ${quoted(lost)}`]
    .filter(Boolean)
    .join(" and ");
}

/** What a schema states of its end, as another element states it in itself. */
export const endOfSchema = (schema: Schema): Node => ({
  deprecated: hasFlag(schema, "deprecated"),
  "x-sunset": schema.parts.map((part) => textIn(part, "x-sunset")).find((day) => day !== undefined),
});

/** The day after which an element may be removed; undefined when callers were told none. */
function lastDay(element: Node): string | undefined {
  const day = element["deprecated"] === true ? textIn(element, "x-sunset") : undefined;
  return day !== undefined && /^\d{4}-\d{2}-\d{2}/.test(day) ? day : undefined;
}

/** Whether an element was marked as deprecated, with a day that has passed. */
export const isPast = (element: Node, today: string): boolean => (lastDay(element) ?? today) < today;

/** The rule and the sentence for what becomes deprecated, or may now be removed sooner than callers were told. */
export function deprecation(
  what: string,
  from: Node,
  to: Node,
  today: string,
): [rule: Rule, change: string] | undefined {
  const [was, is] = [lastDay(from), lastDay(to)];
  if (is !== undefined && (was ?? today) >= today && is < (was ?? today))
    return [
      "diff/sunset-moved",
      `${what} may be removed after ${is}${was ? `, no longer after ${was}` : ""}.`,
    ];
  const [old, now] = [from["deprecated"] === true, to["deprecated"] === true];
  if (old !== now) return ["diff/deprecated", `${what} is ${now ? "" : "no longer "}deprecated.`];
  return was === is
    ? undefined
    : ["diff/deprecated", `${what} works ${is ? `until ${is}` : "without an end"}.`];
}

/** The rule and the sentence for what was removed, possibly after the day that was announced. */
export const removal = (what: string, isAnnounced: boolean, rule: Rule): [rule: Rule, change: string] =>
  isAnnounced
    ? ["diff/removed-after-sunset", `${what} was removed, after its sunset.`]
    : [rule, `${what} was removed.`];
