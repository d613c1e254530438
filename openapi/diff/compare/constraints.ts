import { quoted, without } from "../../model/collections.ts";
import { anything, type Schema } from "../schema/schema.ts";
import {
  effectOf,
  gainsAndLosses,
  type Comparison,
  type Effect,
} from "./difference.ts";
import { compareObjects, countPossible, countRequired } from "./objects.ts";
import { isTighter, type Limit } from "../schema/bounds.ts";
import { acceptsValue } from "../schema/acceptance.ts";
import { nameOfExcluded, type Constraints } from "../schema/constraints.ts";
import { formatsIn, isAsserted, isWiderFormat } from "../schema/formats.ts";
import { olderKeywords } from "../schema/rules.ts";
import { compareEvaluated } from "./evaluated.ts";
import { compareExcluded } from "./excluded.ts";
import { compareOpenEnum, compareValues } from "./values.ts";
import { verbs } from "./verbs.ts";

/** Compares two alternatives of one type. */
export function compareConstraints(comparison: Comparison): void {
  const from = comparison.base.constraints;
  const to = comparison.head.constraints;
  compareTags(comparison);
  compareOpenEnum(comparison);
  const isList = from.values !== undefined || to.values !== undefined;
  if (isList) compareValues(comparison);
  if (isList && countsAsWhole(comparison)) return;
  const containsByParts = comparesContains(comparison);
  for (const name of namesIn(from.rules, to.rules)) {
    // The values of a list are held against the patterns.
    const isCompared =
      (containsByParts && name === "contains") ||
      (isList && name === "pattern");
    if (!isCompared) compareRules(comparison, name);
  }
  compareExcluded(comparison);
  if (!isList) compareFormats(comparison);
  for (const name of isList ? [] : namesIn(from.limits, to.limits))
    if (containsByParts || !name.endsWith("Contains"))
      compareLimit(comparison, name);
  for (const name of new Set([...from.inside.keys(), ...to.inside.keys()])) {
    if (name.startsWith(nameOfExcluded(""))) continue;
    if (name === "contains" && !containsByParts) continue;
    const before = insideOf(from, name);
    const after = insideOf(to, name);
    if (before && after) comparison.inside(before, after);
  }
  compareObjects(comparison);
  compareEvaluated(comparison);
}

/**
 * Returns true when the values of a list say everything about objects or arrays. Where both
 * contracts have a list, and rules of which nobody can tell whether they accept its values, the
 * rules are compared too.
 */
function countsAsWhole({ base, head }: Comparison): boolean {
  const sides = [base.constraints, head.constraints];
  if (!sides.every(({ type }) => type === "object" || type === "array"))
    return false;
  const lists = sides.flatMap(({ values }) => (values ? [values] : []));
  if (lists.length < sides.length) return true;
  const listed = lists.flatMap((list) => [...list.values()]);
  return sides.every((side) =>
    listed.every((value) => acceptsValue(side, value) !== undefined),
  );
}

/**
 * Returns true when `contains` is compared by its schema and its numbers. Otherwise it is compared
 * as a text: where there are several, and where the schema of at most some items changes, as more
 * items may then fit it.
 */
function comparesContains({ base, head, includes }: Comparison): boolean {
  const [from, to] = [base.constraints, head.constraints];
  const before = from.inside.get("contains");
  const after = to.inside.get("contains");
  if (!before || !after) return false;
  const hasMaximum = [from, to].some(
    ({ limits }) => limits["maxContains"]?.value !== Infinity,
  );
  return !hasMaximum || (includes(before, after) && includes(after, before));
}

const namesIn = (...records: object[]) => [
  ...new Set(records.flatMap(Object.keys)),
];

/**
 * Returns the schema of a part of the value. An item without its own schema has the one of the
 * other items.
 */
function insideOf(
  { inside, object }: Constraints,
  name: string,
): Schema | undefined {
  if (name.startsWith("dependentSchemas "))
    return inside.get(name) ?? object?.listed() ?? anything;
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

function compareLimit(
  { base, head, direction, report }: Comparison,
  name: string,
): void {
  const from = base.constraints.limits[name];
  const to = head.constraints.limits[name];
  const isNarrower =
    to !== undefined && (from === undefined || isTighter(to, from));
  const isWider =
    from !== undefined && (to === undefined || isTighter(from, to));
  if (!isNarrower && !isWider && from?.value === to?.value) return;
  // As many required properties say the same.
  if (name === "minProperties") {
    const [tighter, other] = isNarrower ? [to, base] : [from, head];
    if (Number(tighter?.value) <= countRequired(other, direction)) return;
  }
  // A closed object says the same when it lists no more properties.
  if (name === "maxProperties") {
    const [tighter, other] = isNarrower ? [to, base] : [from, head];
    if (Number(tighter?.value) >= countPossible(other)) return;
  }
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

/** Keywords whose values reports do not print: they are schemas, or say nothing more. */
const unprinted = new Set(["if", "contains", "uniqueItems", "$dynamicRef"]);
/** Keywords with a comparison of their own. */
const comparedApart = new Set(["not", "format"]);
/**
 * Compares keywords whose values all apply: a new value narrows, a removed one widens. Patterns
 * cannot be compared.
 */
function compareRules({ base, head, report }: Comparison, name: string): void {
  if (comparedApart.has(name)) return;
  const from = base.constraints.rules[name] ?? [];
  const to = head.constraints.rules[name] ?? [];
  const effect = effectOf(from, to);
  if (effect === undefined) return;
  if (olderKeywords.includes(name))
    return report(
      "unknown",
      `\`${name}\`{of}, a keyword of an older JSON Schema, ${verbs[effect]}.`,
      name,
    );
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

/**
 * Compares formats. A format that no standard has is a hint: it counts only where it takes the
 * place of another format.
 */
function compareFormats({ base, head, report }: Comparison): void {
  const { type } = base.constraints;
  const from = formatsIn(type, base.parts);
  const to = formatsIn(type, head.parts);
  const lost = without(from, to);
  const gained = without(to, from);
  const isReplaced = lost.length > 0 && gained.length > 0;
  const effect = isReplaced
    ? effectOfFormats(lost, gained)
    : effectOf(from.filter(isAsserted), to.filter(isAsserted));
  const change = isReplaced
    ? gainsAndLosses(from, to)
    : gainsAndLosses(from.filter(isAsserted), to.filter(isAsserted));
  if (effect) report(effect, `\`format\`{of} ${change}.`, "format");
}

/** Returns the effect of formats that take the place of others. */
function effectOfFormats(lost: string[], gained: string[]): Effect | undefined {
  const [from = ""] = lost;
  const [to = ""] = gained;
  if (lost.length === 1 && gained.length === 1) {
    if (isRespelled(from, to) || isRespelled(to, from)) return undefined;
    if (isWiderFormat(to, from)) return "wider";
    if (isWiderFormat(from, to)) return "narrower";
  }
  return [...lost, ...gained].every(isAsserted) ? "other" : "unknown";
}

/**
 * Returns true when one contract calls a format `url`, and the other one `uri`, its name in JSON
 * Schema.
 */
const isRespelled = (one: string, other: string): boolean =>
  one === "url" && other === "uri";
