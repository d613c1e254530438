import { without } from "../../model/collections.ts";
import type { Alternative } from "../schema/alternatives.ts";
import { nameOfExcluded, type Constraints } from "../schema/constraints.ts";
import { anything } from "../schema/schema.ts";
import { effectOf, type Comparison } from "./difference.ts";
import { verbs } from "./verbs.ts";

/**
 * Compares the schemas of `not`. What one contract excludes counts unless a schema of the other one
 * excludes it too.
 */
export function compareExcluded({
  base,
  head,
  includes,
  report,
}: Comparison): void {
  const from = base.constraints.rules["not"] ?? [];
  const to = head.constraints.rules["not"] ?? [];
  const schemaOf = ({ inside }: Constraints, text: string) =>
    inside.get(nameOfExcluded(text)) ?? anything;
  const alone = (texts: string[], own: Alternative, other: Alternative) => {
    const others = other.constraints.rules["not"] ?? [];
    return without(texts, others).filter(
      (text) =>
        !others.some((each) =>
          includes(
            schemaOf(other.constraints, each),
            schemaOf(own.constraints, text),
          ),
        ),
    );
  };
  const lost = alone(from, base, head);
  const gained = alone(to, head, base);
  const effect = effectOf(lost, gained);
  if (effect)
    report(
      effect === "other" ? "unknown" : effect,
      `\`not\`{of} ${from.length === 0 || to.length === 0 ? verbs[effect] : "changed"}.`,
      "not",
    );
}
