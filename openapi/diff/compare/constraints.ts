import type { At } from "../contract/contract.ts";
import { quoted, without, type Node, listIn } from "../../model/node.ts";
import type { Alternative } from "../schema/alternatives.ts";
import { type Schema, anything, annotationsOf, type Annotations } from "../schema/schema.ts";
import {
  type Difference,
  type Direction,
  type Effect,
  type Rule,
  deprecation,
  isPast,
  removal,
} from "./difference.ts";
import { isMultiple } from "../schema/bounds.ts";
import { plain, canonical } from "../schema/fingerprint.ts";
import { accepts, type Constraints, type ObjectConstraints } from "../schema/constraints.ts";
import { matches } from "../schema/rules.ts";

/** What the comparison of two alternatives needs. */
interface Comparison {
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
function effectOf(from: string[], to: string[]): Effect | undefined {
  if (from.length === 0 && to.length === 0) return undefined;
  const [lost, gained] = [without(from, to).length > 0, without(to, from).length > 0];
  if (lost && gained) return "other";
  if (gained) return "narrower";
  return lost ? "wider" : undefined;
}

/** `gained x and lost y`. */
function gainsAndLosses(from: string[], to: string[]): string {
  const [gained, lost] = [without(to, from), without(from, to)];
  return [gained.length > 0 && `gained ${quoted(gained)}`, lost.length > 0 && `lost ${quoted(lost)}`]
    .filter(Boolean)
    .join(" and ");
}

/** Where a schema or a keyword of it is written. */
export function placeOf({ parts }: { parts: Node[] }, keyword?: string): At | undefined {
  const part = keyword === undefined ? undefined : parts.find((one) => keyword in one);
  const node = part ?? parts[0];
  return node && { node, key: part && keyword };
}

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
  const bounds = isList ? [] : namesIn(from.limits, to.limits).map(inclusiveName);
  for (const name of new Set(bounds))
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

/** What holds at a place inside. An item without a schema of its own has that of all others. */
function insideOf({ inside }: Constraints, name: string): Schema | undefined {
  if (name.startsWith("dependentSchemas ")) return inside.get(name) ?? anything;
  return inside.get(name) ?? (/^\d+$/.test(name) ? inside.get("items") : undefined);
}

const exclusiveNames: Record<string, string> = { minimum: "exclusiveMinimum", maximum: "exclusiveMaximum" };
const inclusiveName = (keyword: string) =>
  Object.keys(exclusiveNames).find((name) => exclusiveNames[name] === keyword) ?? keyword;

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
  const [from, to] = [base.constraints.values, head.constraints.values];
  const keyword = [...base.parts, ...head.parts].some((part) => "enum" in part) ? "enum" : "const";
  const isOpen = base.constraints.openValues !== undefined && direction === "response";
  if (from && to) {
    const [lost, gained] = [without(from.keys(), to.keys()), without(to.keys(), from.keys())];
    if (lost.length > 0) report("narrower", `${quoted(lost.map(plain))}{of} is no longer accepted.`, keyword);
    if (gained.length > 0 && !isOpen)
      report("wider", `${quoted(gained.map(plain))}{of} is a new value.`, keyword);
  } else if (to) {
    const change = `Only ${quoted([...to.keys()].map(plain))} is accepted{of}.`;
    report("narrower", change, keyword);
  } else if (from) {
    const refused = [...from].filter(([, value]) => !accepts(head.constraints, value)).map(([text]) => text);
    if (refused.length > 0)
      report("narrower", `${quoted(refused.map(plain))}{of} is no longer accepted.`, keyword);
    report("wider", `Other values than ${quoted([...from.keys()].map(plain))}{of} may come.`, keyword);
  }
}

function compareOpenEnum({ base, head, add }: Comparison): void {
  const [from, to] = [base.constraints, head.constraints].map(
    ({ openValues, values }) => openValues ?? (values ? undefined : []),
  );
  if (!from || !to || from.join() === to.join()) return;
  const valuesAt = (parts: Comparison["base"]["parts"]) => {
    const node = parts.find((part) => "x-extensible-enum" in part);
    return node && { node, key: "x-extensible-enum" };
  };
  const change = `The known values{of} ${gainsAndLosses(from.map(plain), to.map(plain))}.`;
  add({ rule: "diff/open-enum-changed", change, base: valuesAt(base.parts), head: valuesAt(head.parts) });
}

/** A bound; of numbers it is inclusive or exclusive. */
function compareLimit({ base, head, report }: Comparison, name: string): void {
  const isLow = name.startsWith("min");
  const exclusive = exclusiveNames[name] ?? "";
  const of = ({ limits: all }: Constraints): [keyword: string, value: number | undefined] =>
    exclusive in all ? [exclusive, all[exclusive]] : [name, all[name]];
  const [[from, before], [to, after]] = [of(base.constraints), of(head.constraints)];
  if (before === after && (from === to || before === undefined)) return;
  const isNarrower = (old: number, bound: number) => (isLow ? bound > old : bound < old);
  const narrower =
    after !== undefined &&
    (before === undefined || (before === after ? to === exclusive : isNarrower(before, after)));
  report(narrower ? "narrower" : "wider", wasAndIs(from, to, before, after), to);
}

const wasAndIs = (from: string, to: string, before: unknown, after: unknown) =>
  before === undefined
    ? `\`${to}\`{of} is set to ${String(after)}.`
    : `\`${from}\`{of} was ${String(before)} and is ${after === undefined ? "gone" : `${from === to ? "" : `\`${to}\` `}${String(after)}`}.`;

/** Whole numbers, and multiples. */
function compareSteps({
  base: { constraints: base },
  head: { constraints: head },
  report,
}: Comparison): void {
  if (base.type !== "number") return;
  const [before, after] = [base.multipleOf, head.multipleOf];
  const [step, next] = [before ?? (base.integer ? 1 : undefined), after ?? (head.integer ? 1 : undefined)];
  if (step === next) return;
  const isNarrower = step === undefined || (next !== undefined && isMultiple(next, step));
  const other: Effect = next === undefined || isMultiple(step ?? NaN, next) ? "wider" : "other";
  const effect: Effect = isNarrower ? "narrower" : other;
  const types = ["number", "integer"].map((name) => `\`${name}\``);
  if (before === after)
    report(
      effect,
      `The type{of} was ${types[base.integer ? 1 : 0]} and is ${types[head.integer ? 1 : 0]}.`,
      "type",
    );
  else report(effect, wasAndIs("multipleOf", "multipleOf", before, after), "multipleOf");
}

/** Rules of schemas, whose texts nobody wants to read. */
const unprinted = new Set(["not", "if", "oneOf", "contains"]);

/** What all has to hold at once: one more narrows, one less widens. Whether one pattern is in another is not known. */
function compareRules({ base, head, report }: Comparison, name: string): void {
  const [from, to] = [base.constraints.rules[name] ?? [], head.constraints.rules[name] ?? []];
  const effect = effectOf(from, to);
  if (effect === undefined) return;
  const isDecidable = effect !== "other" || !(unprinted.has(name) || name === "pattern");
  const decided = isDecidable ? effect : "unknown";
  report(name.startsWith("content") ? "other" : decided, changeOf(name, from, to, effect), name);
}

const done = { other: "changed", narrower: "was added", wider: "was removed", unknown: "changed" };

function changeOf(name: string, from: string[], to: string[], effect: Effect): string {
  if (unprinted.has(name)) return `\`${name}\`{of} ${done[effect]}.`;
  if (from.length > 1 || to.length > 1) return `\`${name}\`{of} ${gainsAndLosses(from, to)}.`;
  return wasAndIs(name, name, code(from), code(to));
}

const code = (texts: string[]) => (texts.length > 0 ? quoted(texts) : undefined);

/** A property in one of the contracts. */
interface Property {
  schema: Schema;
  annotations: Annotations;
  isRequired: boolean;
}

/** Compares objects: each property that one of them names, and the rules for all others. */
function compareObjects(comparison: Comparison): void {
  const [from, to] = [comparison.base.constraints.object, comparison.head.constraints.object];
  if (!from || !to) return;
  const names = [from, to].flatMap(({ properties, required }) => [...properties.keys(), ...required]);
  for (const name of new Set(names)) compareProperty(comparison, name);
  if (to.additional.never !== from.additional.never) compareClosing(comparison, to.additional.never);
  else comparison.inside(from.additional, to.additional);
  comparePatterns(comparison, from, to);
}

function propertyOf(comparison: Comparison, side: "base" | "head", name: string): Property | undefined {
  const { object } = comparison[side].constraints;
  const schema = object?.properties.get(name);
  const isRequired = object?.required.has(name) ?? false;
  if (!schema || schema.never) return undefined;
  return { schema, annotations: annotationsOf(schema), isRequired };
}

/** Whether a property exists in what is sent in a direction. */
const travels = ({ annotations }: Property, direction: Comparison["direction"]) =>
  direction === "request" ? !annotations.readOnly : !annotations.writeOnly;

function compareProperty(comparison: Comparison, name: string): void {
  const { direction, today, inside, add } = comparison;
  const [from, to] = [propertyOf(comparison, "base", name), propertyOf(comparison, "head", name)];
  const [was, is] = [from && travels(from, direction), to && travels(to, direction)];
  const report = (rule: Rule, change: string) =>
    add({
      rule,
      change,
      base: from && propertyAt(comparison.base.parts, name),
      head: to && propertyAt(comparison.head.parts, name),
    });
  if (from && to && was && !is) {
    const flag = direction === "request" ? "readOnly" : "writeOnly";
    report("diff/access-changed", `Property \`${name}\`{of} is now \`${flag}\`.`);
  } else if (from && was && !to) {
    const rest = restOf(comparison.head.constraints, name);
    const past = isPast(from.annotations, today);
    if (past || direction === "response" || rest.never)
      report(...removal(`Property \`${name}\`{of}`, past, "property-removed"));
    else {
      inside(from.schema, rest);
      report("diff/property-unlisted", `Property \`${name}\`{of} is no longer listed, and still accepted.`);
    }
    return;
  } else if (to && is && (!from || !was)) {
    if (direction === "response" || !to.isRequired) report("added", `Property \`${name}\`{of} was added.`);
    const rest = restOf(comparison.base.constraints, name);
    if (!from && !rest.never) insideIfTold(comparison, rest, to.schema);
  } else if (from && to && was && is) {
    inside(from.schema, to.schema);
    compareDefault(from, to, direction, (change) => report("diff/default-changed", change), name);
    const deprecated = deprecation(`Property \`${name}\`{of}`, from.annotations, to.annotations, today);
    if (deprecated) report(...deprecated);
  }
  compareRequired(comparison, name, from, to);
}

/** An open object said nothing of a property that is new. A map stated the type of all its properties. */
function insideIfTold({ inside }: Comparison, rest: Schema, schema: Schema): void {
  if (rest.parts.some((part) => Object.keys(part).length > 0)) inside(rest, schema);
}

function compareRequired(
  { base, head, direction, today, add }: Comparison,
  name: string,
  from: Property | undefined,
  to: Property | undefined,
): void {
  const had = (base.constraints.object?.required.has(name) ?? false) && (!from || travels(from, direction));
  const has = (head.constraints.object?.required.has(name) ?? false) && (!to || travels(to, direction));
  if (had === has) return;
  const locate = from && to ? requiredAt : propertyAt;
  const at = { base: from && locate(base.parts, name), head: locate(head.parts, name) };
  if (direction === "request" && has)
    add({ rule: "required-properties-added", change: `Property \`${name}\`{of} is now required.`, ...at });
  if (direction === "response" && has && to && !to.annotations.default)
    add({
      rule: "diff/response-property-required",
      change: `Property \`${name}\`{of} is always there, and what is stored may lack it.`,
      only: "isStored",
      ...at,
    });
  const isGone = from && isPast(from.annotations, today);
  if (direction === "response" && had && !isGone)
    add({
      rule: "required-properties-removed",
      change: `Property \`${name}\`{of} is no longer always there.`,
      ...at,
    });
}

/** A default counts for callers that do not send the property, so it means nothing for a required one. */
function compareDefault(
  from: Property,
  to: Property,
  direction: Comparison["direction"],
  report: (change: string) => void,
  name: string,
): void {
  if (direction === "response" || from.isRequired) return;
  const change = defaultChange(from.annotations, to.annotations);
  if (change) report(`The default of \`${name}\` ${change}.`);
}

/** `was 1 and is 2`, when there was one. */
export function defaultChange(from: Annotations, to: Annotations): string | undefined {
  if (from.default === undefined) return undefined;
  const [before, after] = [canonical(from.default.value), to.default && canonical(to.default.value)];
  if (before === after) return undefined;
  return `was \`${plain(before)}\` and ${after === undefined ? "is gone" : `is \`${plain(after)}\``}`;
}

/** What holds for a property that is not named. */
function restOf({ object }: Constraints, name: string): Schema {
  const fitting = [...(object?.patterns ?? [])].find(([pattern]) => matches(pattern, name));
  return object?.properties.get(name) ?? fitting?.[1] ?? object?.additional ?? anything;
}

function compareClosing({ head, report }: Comparison, closes: boolean): void {
  const change = closes
    ? "Properties{of} that are not listed are refused."
    : "Properties{of} that are not listed may come.";
  const keyword = head.parts.some((part) => "unevaluatedProperties" in part)
    ? "unevaluatedProperties"
    : "additionalProperties";
  report(closes ? "narrower" : "wider", change, keyword);
}

/** A new pattern adds optional properties to a closed object. In an open object it narrows the type of properties. */
function comparePatterns(comparison: Comparison, base: ObjectConstraints, head: ObjectConstraints): void {
  const { direction, inside, report } = comparison;
  for (const [pattern, schema] of base.patterns) {
    const other = head.patterns.get(pattern);
    if (other) inside(schema, other);
  }
  const [from, to] = [[...base.patterns.keys()], [...head.patterns.keys()]];
  const effect = effectOf(from, to);
  if (effect === undefined) return;
  const change = `\`patternProperties\`{of} ${gainsAndLosses(from, to)}.`;
  if (effect === "other") report("unknown", change, "patternProperties");
  else if (!base.additional.never || !head.additional.never) report(effect, change, "patternProperties");
  else if (effect === "wider")
    report(direction === "request" ? "narrower" : "other", change, "patternProperties");
}

/** Where a property is listed as required, or else where it or its object is written. */
function requiredAt(parts: Node[], name: string): At | undefined {
  const lists = parts.map((part) => listIn(part, "required"));
  const list = lists.find((names) => names.includes(name));
  return list ? { node: list, key: String(list.indexOf(name)) } : propertyAt(parts, name);
}

/** Where a property is written, or where its object is. */
function propertyAt(parts: Node[], name: string): At | undefined {
  for (const part of parts) {
    const properties = part["properties"];
    if (typeof properties === "object" && properties !== null && Object.hasOwn(properties, name))
      return { node: properties, key: name };
  }
  const node = parts[0];
  return node && { node, key: "required" in node ? "required" : undefined };
}
