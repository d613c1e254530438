import { quoted, without } from "../contract/node.ts";
import { plain } from "../schema/fingerprint.ts";
import { accepts, type Facts } from "../schema/facts.ts";
import type { Effect } from "./difference.ts";
import { effectOf, gainsAndLosses, type Comparison } from "./comparison.ts";
import { compareLists } from "./lists.ts";
import { compareObjects } from "./objects.ts";

/** Compares two alternatives of one type. */
export function compareFacts(comparison: Comparison): void {
  const { base, head } = comparison;
  compareTags(comparison);
  if (base.facts.values || head.facts.values) compareValues(comparison);
  else {
    const bounds = [...Object.keys(base.facts.limits), ...Object.keys(head.facts.limits)];
    for (const name of new Set(bounds.map(inclusiveName))) compareLimit(comparison, name);
    compareSteps(comparison);
    compareTexts(comparison, "format");
  }
  compareTexts(comparison, "pattern");
  compareTexts(comparison, "contentEncoding");
  compareTexts(comparison, "contentMediaType");
  if (base.facts.content && head.facts.content) comparison.inside(base.facts.content, head.facts.content);
  compareOpaque(comparison.report, "not", base.facts.opaque.not, head.facts.opaque.not);
  compareOpaque(comparison.report, "oneOf", base.facts.opaque.branches, head.facts.opaque.branches);
  compareConditions(comparison);
  compareKnown(comparison);
  if (base.facts.type === "array") compareLists(comparison);
  if (base.facts.type === "object") compareObjects(comparison);
}

const inclusiveName = (keyword: string) =>
  keyword === "exclusiveMinimum" ? "minimum" : keyword === "exclusiveMaximum" ? "maximum" : keyword;

/** Clients choose the type to decode by the discriminator. */
function compareTags({ base: { tags: base }, head: { tags: head }, direction, report }: Comparison): void {
  if (!base || !head) return;
  if (base.property !== head.property) {
    const change = `\`discriminator\`{of} reads \`${head.property}\` instead of \`${base.property}\`.`;
    report("other", change, "discriminator");
    return;
  }
  if (base.isDefault && !head.isDefault)
    report("other", "`defaultMapping` of the `discriminator`{of} leads elsewhere.", "discriminator");
  const [from, to] =
    direction === "request" ? [base.declared, head.possible] : [head.declared, base.possible];
  const strange = without(from, to);
  if (strange.length === 0) return;
  const how =
    direction === "request" ? "no longer leads here by" : "leads here by values that were not there:";
  report("other", `\`discriminator\`{of} ${how} ${quoted(strange)}.`, "discriminator");
}

/** Lists of values. A reader does not rely on a list that is declared open. */
function compareValues({ base, head, direction, report }: Comparison): void {
  const [from, to] = [base.facts.values, head.facts.values];
  const keyword = [...base.parts, ...head.parts].some((part) => "enum" in part) ? "enum" : "const";
  const isOpen = base.facts.known !== undefined && direction === "response";
  if (from && to) {
    const [lost, gained] = [without(from.keys(), to.keys()), without(to.keys(), from.keys())];
    if (lost.length > 0) report("narrower", `${quoted(lost.map(plain))}{of} is no longer accepted.`, keyword);
    if (gained.length > 0 && !isOpen)
      report("wider", `${quoted(gained.map(plain))}{of} is a new value.`, keyword);
  } else if (to) {
    const change = `Only ${quoted([...to.keys()].map(plain))} is accepted{of}.`;
    report("narrower", change, keyword);
  } else if (from) {
    const refused = [...from].filter(([, value]) => !accepts(head.facts, value)).map(([text]) => text);
    if (refused.length > 0)
      report("narrower", `${quoted(refused.map(plain))}{of} is no longer accepted.`, keyword);
    report("wider", `Other values than ${quoted([...from.keys()].map(plain))}{of} may come.`, keyword);
  }
}

function compareKnown({ base, head, add }: Comparison): void {
  const [from, to] = [base.facts.known, head.facts.known];
  if (!from || !to || from.join() === to.join()) return;
  const place = (parts: Comparison["base"]["parts"]) => {
    const node = parts.find((part) => "x-extensible-enum" in part);
    return node && { node, key: "x-extensible-enum" };
  };
  const change = `The known values{of} ${gainsAndLosses(from, to)}.`;
  add({ rule: "gate/open-enum-changed", change, base: place(base.parts), head: place(head.parts) });
}

/** A bound; of numbers it is inclusive or exclusive. */
function compareLimit({ base, head, report }: Comparison, name: string): void {
  const isLow = name.startsWith("min");
  const exclusive = name === "minimum" ? "exclusiveMinimum" : name === "maximum" ? "exclusiveMaximum" : "";
  const of = ({ limits: all }: Facts): [keyword: string, value: number | undefined] =>
    exclusive in all ? [exclusive, all[exclusive]] : [name, all[name]];
  const [[from, before], [to, after]] = [of(base.facts), of(head.facts)];
  if (before === after && (from === to || before === undefined)) return;
  const narrower =
    after !== undefined &&
    (before === undefined || (before === after ? to === exclusive : isLow ? after > before : after < before));
  report(narrower ? "narrower" : "wider", wasAndIs(from, to, before, after), to);
}

const wasAndIs = (from: string, to: string, before: unknown, after: unknown) =>
  before === undefined
    ? `\`${to}\`{of} is set to ${String(after)}.`
    : `\`${from}\`{of} was ${String(before)} and is ${after === undefined ? "gone" : `${from === to ? "" : `\`${to}\` `}${String(after)}`}.`;

/** Whole numbers, and multiples. */
function compareSteps({ base: { facts: base }, head: { facts: head }, report }: Comparison): void {
  if (base.type !== "number") return;
  const [before, after] = [base.multipleOf, head.multipleOf];
  const [step, next] = [before ?? (base.integer ? 1 : undefined), after ?? (head.integer ? 1 : undefined)];
  if (step === next) return;
  const divides = (a: number, b: number) => Math.abs(b / a - Math.round(b / a)) < 1e-9;
  const effect: Effect =
    step === undefined || (next !== undefined && divides(step, next))
      ? "narrower"
      : next === undefined || divides(next, step)
        ? "wider"
        : "other";
  const types = ["number", "integer"].map((name) => `\`${name}\``);
  if (before === after)
    report(
      effect,
      `The type{of} was ${types[base.integer ? 1 : 0]} and is ${types[head.integer ? 1 : 0]}.`,
      "type",
    );
  else report(effect, wasAndIs("multipleOf", "multipleOf", before, after), "multipleOf");
}

/** What all has to hold at once: one more narrows, one less widens. Whether one pattern is in another is not known. */
function compareTexts({ base, head, report }: Comparison, name: string): void {
  const [from, to] = [base.facts.texts[name] ?? [], head.facts.texts[name] ?? []];
  const effect = effectOf(from, to);
  if (effect === undefined) return;
  const isContent = name.startsWith("content");
  const certain = isContent ? "other" : effect === "other" && name === "pattern" ? "unknown" : effect;
  report(certain, wasAndIs(name, name, code(from), code(to)), name);
}

const code = (texts: string[]) => (texts.length > 0 ? quoted(texts) : undefined);

function compareOpaque(report: Comparison["report"], keyword: string, from: string[], to: string[]): void {
  const effect = effectOf(from, to);
  if (effect === undefined) return;
  const done = effect === "other" ? "changed" : effect === "narrower" ? "was added" : "was removed";
  report(effect === "other" ? "unknown" : effect, `\`${keyword}\`{of} ${done}.`, keyword);
}

function compareConditions({ base, head, inside, report }: Comparison): void {
  const [from, to] = [base.facts.conditions, head.facts.conditions];
  compareOpaque(report, "if", [...from.keys()], [...to.keys()]);
  for (const [condition, { then, else: other }] of from) {
    const next = to.get(condition);
    if (!next) continue;
    inside(then, next.then);
    inside(other, next.else);
  }
}
