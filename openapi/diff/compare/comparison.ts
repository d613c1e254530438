import { quoted, without } from "../../model/node.ts";
import type { Alternative } from "../schema/alternatives.ts";
import type { Schema } from "../schema/schema.ts";
import type { Difference, Direction, Effect } from "./difference.ts";

/** What the comparison of two alternatives needs. */
export interface Comparison {
  direction: Direction;
  today: string;
  base: Alternative;
  head: Alternative;
  /** Compares what stands inside. */
  inside(base: Schema, head: Schema): void;
  /** Reports a difference, if it hurts, at the keyword that changed. */
  report(effect: Effect, change: string, keyword: string): void;
  /** Reports a difference at a property. */
  add(difference: Difference): void;
}

/** The effect of conditions that come and go. */
export function effectOf(from: string[], to: string[]): Effect | undefined {
  if (from.length === 0 && to.length === 0) return undefined;
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
