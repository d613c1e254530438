import type { Comparison } from "./comparison.ts";

/** Compares lists: each place with what holds there, and what some items have to fit. */
export function compareLists({ base, head, inside, report }: Comparison): void {
  const { facts: from } = base;
  const { facts: to } = head;
  if (!from.items || !to.items) return;
  const length = Math.max(from.prefix?.length ?? 0, to.prefix?.length ?? 0);
  for (let i = 0; i < length; i++) inside(from.prefix?.[i] ?? from.items, to.prefix?.[i] ?? to.items);
  inside(from.items, to.items);
  if (from.unique !== to.unique) {
    const change = `Items{of} ${to.unique ? "now have to differ" : "no longer have to differ"}.`;
    report(to.unique ? "narrower" : "wider", change, "uniqueItems");
  }
  compareContains({ base, head, inside, report });
}

function compareContains({
  base,
  head,
  inside,
  report,
}: Pick<Comparison, "base" | "head" | "inside" | "report">) {
  const [from, to] = [base.facts.contains ?? [], head.facts.contains ?? []];
  const [one, other] = [from[0], to[0]];
  if (!one || !other || from.length > 1 || to.length > 1) {
    const count = to.length - from.length;
    if (count !== 0)
      report(
        count > 0 ? "narrower" : "wider",
        `\`contains\`{of} was ${count > 0 ? "added" : "removed"}.`,
        "contains",
      );
    else if (from.length > 1) from.forEach((item, i) => inside(item.schema, to[i]?.schema ?? item.schema));
    return;
  }
  inside(one.schema, other.schema);
  if (one.min !== other.min)
    report(
      other.min > one.min ? "narrower" : "wider",
      `\`minContains\`{of} was ${one.min} and is ${other.min}.`,
      "minContains",
    );
  if (one.max !== other.max)
    report(
      other.max < one.max ? "narrower" : "wider",
      `\`maxContains\`{of} was ${one.max} and is ${other.max}.`,
      "maxContains",
    );
}
