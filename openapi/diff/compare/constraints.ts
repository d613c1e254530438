import { quoted, without } from "../../model/collections.ts";
import { anything, keywordAt, type Schema } from "../schema/schema.ts";
import {
  effectOf,
  gainsAndLosses,
  type Comparison,
  type Effect,
} from "./difference.ts";
import { compareObjects } from "./objects.ts";
import { countWithin, isTighter, type Limit } from "../schema/bounds.ts";
import { plain } from "../schema/fingerprint.ts";
import type { Alternative } from "../schema/alternatives.ts";
import { accepts, type Constraints } from "../schema/constraints.ts";

/** Compares two alternatives of one type. */
export function compareConstraints(comparison: Comparison): void {
  const from = comparison.base.constraints;
  const to = comparison.head.constraints;
  compareTags(comparison);
  const isList = from.values !== undefined || to.values !== undefined;
  if (isList) compareValues(comparison);
  // One `contains` is compared by its schema, several only as texts.
  const oneEach = from.inside.has("contains") && to.inside.has("contains");
  for (const name of namesIn(from.rules, to.rules))
    if (!(isList && name === "format") && !(oneEach && name === "contains"))
      compareRules(comparison, name);
  for (const name of isList ? [] : namesIn(from.limits, to.limits))
    if (oneEach || !name.endsWith("Contains")) compareLimit(comparison, name);
  for (const name of new Set([...from.inside.keys(), ...to.inside.keys()])) {
    const before = insideOf(from, name);
    const after = insideOf(to, name);
    if (before && after) comparison.inside(before, after);
  }
  compareOpenEnum(comparison);
  compareObjects(comparison);
}

const namesIn = (...records: object[]) => [
  ...new Set(records.flatMap(Object.keys)),
];

/**
 * Returns the schema of a part of the value. An item without its own schema has the one of the
 * other items.
 */
function insideOf({ inside }: Constraints, name: string): Schema | undefined {
  if (name.startsWith("dependentSchemas ")) return inside.get(name) ?? anything;
  return (
    inside.get(name) ?? (/^\d+$/.test(name) ? inside.get("items") : undefined)
  );
}

/** Compares the discriminator values, by which clients choose the type to decode. */
function compareTags({ base, head, direction, report }: Comparison): void {
  const from = base.tags;
  const to = head.tags;
  const reportTags = (change: string, effect: Effect = "other") =>
    report(effect, `\`discriminator\`{of} ${change}.`, "discriminator");
  if (from && !to && head.branches.size > 0) reportTags("is gone", "wider");
  if (!from && to && base.branches.size > 0)
    reportTags("was added", direction === "request" ? "wider" : "narrower");
  if (!from || !to) return;
  if (from.property !== to.property) {
    reportTags(`reads \`${to.property}\` instead of \`${from.property}\``);
    return;
  }
  if (from.isDefault && !to.isDefault)
    reportTags("has a `defaultMapping` that leads elsewhere");
  const lost = without(from.declared, to.possible);
  const gained = without(to.declared, from.possible);
  if (lost.length > 0)
    reportTags(`no longer leads here by ${quoted(lost)}`, "narrower");
  if (gained.length > 0)
    reportTags(
      `leads here by values that were not there: ${quoted(gained)}`,
      "wider",
    );
}

/** Compares lists of values. Readers do not rely on the values of an open list. */
function compareValues({ base, head, direction, report }: Comparison): void {
  const from = [...(base.constraints.values ?? [])];
  const to = [...(head.constraints.values ?? [])];
  const keyword = [...base.parts, ...head.parts].some((part) => "enum" in part)
    ? "enum"
    : "const";
  const inWords = (entries: [text: string, value: unknown][]) =>
    quoted(entries.map(([text]) => plain(text)));
  const allowsMoreThan = (count: number, constraints: Constraints) =>
    !constraints.values && countWithin(constraints.limits) > count;
  const lost = from.filter(([, value]) => !accepts(head.constraints, value));
  const gained = to.filter(([, value]) => !accepts(base.constraints, value));
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
}

function compareOpenEnum({ base, head, add }: Comparison): void {
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

function compareLimit({ base, head, report }: Comparison, name: string): void {
  const from = base.constraints.limits[name];
  const to = head.constraints.limits[name];
  const isNarrower =
    to !== undefined && (from === undefined || isTighter(to, from));
  const isWider =
    from !== undefined && (to === undefined || isTighter(from, to));
  if (!isNarrower && !isWider && from?.value === to?.value) return;
  const notNarrower: Effect = isWider ? "wider" : "other";
  const effect = isNarrower ? "narrower" : notNarrower;
  if (
    name === "multipleOf" &&
    (from ?? to)?.value === 1 &&
    (to ?? from)?.value === 1
  )
    return report(
      effect,
      `The type{of} was ${typeBy(from)} and is ${typeBy(to)}.`,
      "type",
    );
  const was = from?.keyword ?? name;
  const is = to?.keyword ?? name;
  report(effect, wasAndIs(was, is, from?.value, to?.value), is);
}

const typeBy = (step: Limit | undefined) => (step ? "`integer`" : "`number`");

function wasAndIs(
  from: string,
  to: string,
  before?: Limit["value"],
  after?: Limit["value"],
): string {
  if (before === undefined) return `\`${to}\`{of} is set to ${after}.`;
  const now = from === to ? String(after) : `\`${to}\` ${after}`;
  return `\`${from}\`{of} was ${before} and is ${after === undefined ? "gone" : now}.`;
}

/** Keywords whose values are schemas: reports do not print them. */
const unprinted = new Set([
  "not",
  "if",
  "oneOf",
  "contains",
  "uniqueItems",
  "$dynamicRef",
]);
/** Effect → verb in a report. */
const verbs = {
  other: "changed",
  unknown: "changed",
  narrower: "was added",
  wider: "was removed",
};

/**
 * Returns true when one contract calls a format `url`, and the other one `uri`, its name in JSON
 * Schema.
 */
const isRespelled = ({ parts }: Alternative, others: string[]): boolean =>
  others.join() === "uri" && parts.some((part) => part["format"] === "url");

/**
 * Compares keywords whose values all apply: a new value narrows, a removed one widens. Patterns
 * cannot be compared.
 */
function compareRules({ base, head, report }: Comparison, name: string): void {
  const from = base.constraints.rules[name] ?? [];
  const to = head.constraints.rules[name] ?? [];
  const effect = effectOf(from, to);
  if (effect === undefined) return;
  if (name === "format" && (isRespelled(base, to) || isRespelled(head, from)))
    return;
  const isDecidable =
    effect !== "other" || !(unprinted.has(name) || name === "pattern");
  const decided = isDecidable ? effect : "unknown";
  const change = unprinted.has(name) ? verbs[effect] : gainsAndLosses(from, to);
  report(
    name.startsWith("content") ? "other" : decided,
    `\`${name}\`{of} ${change}.`,
    name,
  );
}
