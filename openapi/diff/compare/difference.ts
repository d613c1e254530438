import type { At } from "../contract/contract.ts";
import type { policy } from "../policy.ts";

/** The rules by which a change is judged; `added` is a change that none has to judge. */
export type Rule = keyof typeof policy | "added";

/** Who reads what is compared: a server reads requests, a client reads responses. */
export type Direction = "request" | "response";

/** One thing that differs between two contracts. */
export interface Difference {
  rule: Rule;
  /** What changed, in one sentence; `{of}` becomes the name of what it is part of. */
  change: string;
  base?: At | undefined;
  head?: At | undefined;
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

/** Whether an effect hurts: a server may not refuse what it accepted, a client not get what could not come. */
export const hurts = (effect: Effect, direction: Direction): boolean =>
  effect === "other" || effect === "unknown" || (effect === "narrower") === (direction === "request");

/** The rule by which a changed keyword is judged. */
export function ruleOf(keyword: string, effect: Effect): Rule {
  if (effect === "unknown") return "diff/cannot-tell";
  if (keyword === "enum" || keyword === "const")
    return effect === "narrower" ? "enum-values-removed" : "enum-values-added";
  if (keyword === "type") return "schema-type-changed";
  return keyword === "discriminator" ? "diff/discriminator-changed" : "schema-constraint-changed";
}
