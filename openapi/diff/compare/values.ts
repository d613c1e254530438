import { quoted } from "../../model/collections.ts";
import { acceptsValue } from "../schema/acceptance.ts";
import { countWithin } from "../schema/bounds.ts";
import type { Constraints } from "../schema/constraints.ts";
import { plain } from "../schema/fingerprint.ts";
import { keywordAt } from "../schema/schema.ts";
import { gainsAndLosses, type Comparison } from "./difference.ts";

/** Compares lists of values. Readers do not rely on the values of an open list. */
export function compareValues({
  base,
  head,
  direction,
  report,
}: Comparison): void {
  const from = possibleValues(base.constraints);
  const to = possibleValues(head.constraints);
  const keyword = [...base.parts, ...head.parts].some((part) => "enum" in part)
    ? "enum"
    : "const";
  const inWords = (entries: [text: string, value: unknown][]) =>
    quoted(entries.map(([text]) => plain(text)));
  const allowsMoreThan = (count: number, constraints: Constraints) =>
    !constraints.values && countWithin(constraints.limits) > count;
  const answered = (
    entries: typeof from,
    other: Constraints,
    answer: boolean | undefined,
  ) => entries.filter(([, value]) => acceptsValue(other, value) === answer);
  const lost = answered(from, head.constraints, false);
  const gained = answered(to, base.constraints, false);
  if (allowsMoreThan(to.length - gained.length, base.constraints))
    report("narrower", `The only values{of} are ${inWords(to)}.`, keyword);
  if (lost.length > 0)
    report("narrower", `${inWords(lost)}{of} is no longer possible.`, keyword);
  if (allowsMoreThan(from.length - lost.length, head.constraints))
    report(
      "wider",
      `Other values{of} than ${inWords(from)} are possible.`,
      keyword,
    );
  const isOpen =
    base.constraints.openValues !== undefined && direction === "response";
  if (gained.length > 0 && !isOpen)
    report("wider", `${inWords(gained)}{of} is a new value.`, keyword);
  const hasTwoLists = base.constraints.values && head.constraints.values;
  const undecided =
    direction === "request"
      ? answered(from, head.constraints, undefined)
      : answered(to, base.constraints, undefined);
  if (undecided.length > 0 && !isOpen && !hasTwoLists)
    report(
      "unknown",
      `${inWords(undecided)}{of} may be valid in only one of both.`,
      keyword,
    );
}

/**
 * Returns the listed values that the other constraints accept. A list of which they accept none is
 * a mistake of the contract, and counts as it is.
 */
function possibleValues(
  constraints: Constraints,
): [text: string, value: unknown][] {
  const all = [...(constraints.values ?? [])];
  const possible = all.filter(
    ([, value]) => acceptsValue(constraints, value) !== false,
  );
  return possible.length > 0 ? possible : all;
}

/** Compares the values that an open list names. */
export function compareOpenEnum({ base, head, add }: Comparison): void {
  const key = "x-extensible-enum";
  const [from, to] = [base.constraints, head.constraints].map(
    ({ openValues, values }) => openValues ?? (values ? undefined : []),
  );
  if (!from || !to || from.join() === to.join()) return;
  const change = `The known values{of} ${gainsAndLosses(from.map(plain), to.map(plain))}.`;
  add({
    rule: "diff/open-enum-changed",
    change,
    base: keywordAt(base, key),
    head: keywordAt(head, key),
  });
}
