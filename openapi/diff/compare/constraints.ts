import { quoted, without } from "../../model/node.ts";
import { anything, keywordAt, type Schema } from "../schema/schema.ts";
import { effectOf, gainsAndLosses, type Comparison, type Effect } from "./difference.ts";
import { compareObjects } from "./objects.ts";
import { isMultiple, isTighter } from "../schema/bounds.ts";
import { plain } from "../schema/fingerprint.ts";
import { accepts, type Constraints } from "../schema/constraints.ts";

/** Compares two alternatives of one type. */
export function compareConstraints(comparison: Comparison): void {
  const [from, to] = [comparison.base.constraints, comparison.head.constraints];
  compareTags(comparison);
  const isList = from.values !== undefined || to.values !== undefined;
  if (isList) compareValues(comparison);
  // One `contains` is compared by what it says, several only as texts.
  const oneEach = from.inside.has("contains") && to.inside.has("contains");
  for (const name of namesIn(from.rules, to.rules))
    if (!(isList && name === "format") && !(oneEach && name === "contains")) compareRules(comparison, name);
  for (const name of isList ? [] : namesIn(from.limits, to.limits))
    if (oneEach || !name.endsWith("Contains")) compareLimit(comparison, name);
  if (!isList) compareSteps(comparison);
  for (const name of new Set([...from.inside.keys(), ...to.inside.keys()])) {
    const [before, after] = [insideOf(from, name), insideOf(to, name)];
    if (before && after) comparison.inside(before, after);
  }
  compareOpenEnum(comparison);
  compareObjects(comparison);
}

const namesIn = (...records: object[]) => [...new Set(records.flatMap(Object.keys))];

/** What holds at a location inside. An item without a schema of its own has that of all others. */
function insideOf({ inside }: Constraints, name: string): Schema | undefined {
  if (name.startsWith("dependentSchemas ")) return inside.get(name) ?? anything;
  return inside.get(name) ?? (/^\d+$/.test(name) ? inside.get("items") : undefined);
}

/** Clients choose the type to decode by the discriminator. */
function compareTags({ base, head, direction, report }: Comparison): void {
  const [from, to] = [base.tags, head.tags];
  const tell = (change: string, effect: Effect = "other") =>
    report(effect, `\`discriminator\`{of} ${change}.`, "discriminator");
  if (from && !to && head.branches.size > 0) tell("is gone", "wider");
  if (!from && to && base.branches.size > 0)
    tell("was added", direction === "request" ? "wider" : "narrower");
  if (!from || !to) return;
  if (from.property !== to.property) {
    tell(`reads \`${to.property}\` instead of \`${from.property}\``);
    return;
  }
  if (from.isDefault && !to.isDefault) tell("has a `defaultMapping` that leads elsewhere");
  const [lost, gained] = [without(from.declared, to.possible), without(to.declared, from.possible)];
  if (lost.length > 0) tell(`no longer leads here by ${quoted(lost)}`, "narrower");
  if (gained.length > 0) tell(`leads here by values that were not there: ${quoted(gained)}`, "wider");
}

/** Lists of values. A reader does not rely on a list that is declared open. */
function compareValues({ base, head, direction, report }: Comparison): void {
  const [from, to] = [base.constraints.values, head.constraints.values];
  const keyword = [...base.parts, ...head.parts].some((part) => "enum" in part) ? "enum" : "const";
  const listed = (texts: Iterable<string>) => quoted([...texts].map(plain));
  if (!from) return report("narrower", `The only values{of} are ${listed(to?.keys() ?? [])}.`, keyword);
  const lost = to
    ? without(from.keys(), to.keys())
    : [...from].filter(([, value]) => !accepts(head.constraints, value)).map(([text]) => text);
  if (lost.length > 0) report("narrower", `${listed(lost)}{of} is no longer possible.`, keyword);
  if (!to) return report("wider", `Other values{of} than ${listed(from.keys())} are possible.`, keyword);
  const gained = without(to.keys(), from.keys());
  const isOpen = base.constraints.openValues !== undefined && direction === "response";
  if (gained.length > 0 && !isOpen) report("wider", `${listed(gained)}{of} is a new value.`, keyword);
}

function compareOpenEnum({ base, head, add }: Comparison): void {
  const key = "x-extensible-enum";
  const [from, to] = [base.constraints, head.constraints].map(
    ({ openValues, values }) => openValues ?? (values ? undefined : []),
  );
  if (!from || !to || from.join() === to.join()) return;
  const change = `The known values{of} ${gainsAndLosses(from.map(plain), to.map(plain))}.`;
  add({ rule: "diff/open-enum-changed", change, base: keywordAt(base, key), head: keywordAt(head, key) });
}

function compareLimit({ base, head, report }: Comparison, name: string): void {
  const [from, to] = [base.constraints.limits[name], head.constraints.limits[name]];
  if (from?.value === to?.value && from?.keyword === to?.keyword) return;
  const isNarrower = to !== undefined && (from === undefined || isTighter(to, from));
  const [was, is] = [from?.keyword ?? name, to?.keyword ?? name];
  report(isNarrower ? "narrower" : "wider", wasAndIs(was, is, from?.value, to?.value), is);
}

function wasAndIs(from: string, to: string, before?: number, after?: number): string {
  if (before === undefined) return `\`${to}\`{of} is set to ${after}.`;
  const now = from === to ? String(after) : `\`${to}\` ${after}`;
  return `\`${from}\`{of} was ${before} and is ${after === undefined ? "gone" : now}.`;
}

function compareSteps({ base, head, report }: Comparison): void {
  const [step, next] = [base.constraints.step, head.constraints.step];
  if (step === next) return;
  const isNarrower = step === undefined || (next !== undefined && isMultiple(next, step));
  const other: Effect = next === undefined || isMultiple(step ?? NaN, next) ? "wider" : "other";
  const effect: Effect = isNarrower ? "narrower" : other;
  if ((step ?? 1) !== 1 || (next ?? 1) !== 1)
    report(effect, wasAndIs("multipleOf", "multipleOf", step, next), "multipleOf");
  else if (step) report(effect, "The type{of} was `integer` and is `number`.", "type");
  else report(effect, "The type{of} was `number` and is `integer`.", "type");
}

/** Rules of schemas, whose texts nobody wants to read. */
const unprinted = new Set(["not", "if", "oneOf", "contains", "uniqueItems"]);
const done: Record<Effect, string> = {
  ...{ other: "changed", unknown: "changed", narrower: "was added", wider: "was removed" },
};

/** What all has to hold at once: one more narrows, one less widens. Whether one pattern is in another is not known. */
function compareRules({ base, head, report }: Comparison, name: string): void {
  const [from, to] = [base.constraints.rules[name] ?? [], head.constraints.rules[name] ?? []];
  const effect = effectOf(from, to);
  if (effect === undefined) return;
  const isDecidable = effect !== "other" || !(unprinted.has(name) || name === "pattern");
  const decided = isDecidable ? effect : "unknown";
  const change = unprinted.has(name) ? done[effect] : gainsAndLosses(from, to);
  report(name.startsWith("content") ? "other" : decided, `\`${name}\`{of} ${change}.`, name);
}
