import { without, type Node } from "../contract/node.ts";
import type { Facts } from "../schema/facts.ts";
import type { Notes, Schema } from "../schema/schema.ts";
import { canonical, plain } from "../schema/fingerprint.ts";
import { matches } from "../schema/pattern.ts";
import type { Rule } from "./difference.ts";
import { deprecation, isPast, removal } from "./sunset.ts";
import { effectOf, gainsAndLosses, type Comparison } from "./comparison.ts";

/** A property in one of the contracts. */
interface Property {
  schema: Schema;
  notes: Notes;
  isRequired: boolean;
}

/** Compares objects: each property that one of them names, and the rules for all others. */
export function compareObjects(comparison: Comparison): void {
  const { base, head, inside } = comparison;
  const [from, to] = [base.facts, head.facts];
  if (!from.additional || !to.additional || !from.names || !to.names) return;
  const names = new Set([
    ...keys(from.properties),
    ...keys(to.properties),
    ...keys(from.required),
    ...keys(to.required),
  ]);
  for (const name of names) compareProperty(comparison, name);
  if (to.additional.never !== from.additional.never) compareClosing(comparison);
  else inside(from.additional, to.additional);
  inside(from.names, to.names);
  comparePatterns(comparison);
  compareDependents(comparison);
}

const keys = (names: Iterable<[string, unknown] | string> | undefined) =>
  [...(names ?? [])].map((entry) => (typeof entry === "string" ? entry : entry[0]));

function propertyOf(comparison: Comparison, side: "base" | "head", name: string): Property | undefined {
  const { facts } = comparison[side];
  const schema = facts.properties?.get(name);
  const isRequired = facts.required?.has(name) ?? false;
  if (!schema || schema.never) return undefined;
  const notes = comparison.notes(side, schema);
  return { schema, notes, isRequired };
}

/** Whether a property exists in what is sent in a direction. */
const travels = ({ notes }: Property, direction: Comparison["direction"]) =>
  direction === "request" ? !notes.readOnly : !notes.writeOnly;

function compareProperty(comparison: Comparison, name: string): void {
  const { direction, today, inside, add } = comparison;
  const [from, to] = [propertyOf(comparison, "base", name), propertyOf(comparison, "head", name)];
  const [was, is] = [from && travels(from, direction), to && travels(to, direction)];
  const report = (rule: Rule, change: string) =>
    add({
      rule,
      change,
      base: from && placeOf(comparison.base.parts, name),
      head: to && placeOf(comparison.head.parts, name),
    });
  if (from && to && was && !is) {
    const flag = direction === "request" ? "readOnly" : "writeOnly";
    report("gate/access-changed", `Property \`${name}\`{of} is now \`${flag}\`.`);
  } else if (from && was && !to) {
    const rest = restOf(comparison.head.facts, name);
    const past = isPast(from.notes, today);
    if (past || direction === "response" || rest.never)
      report(...removal(`Property \`${name}\`{of}`, past, "property-removed"));
    else {
      inside(from.schema, rest);
      report("gate/property-unlisted", `Property \`${name}\`{of} is no longer listed, and still accepted.`);
    }
    return;
  } else if (to && is && (!from || !was)) {
    if (direction === "response" || !to.isRequired) report("added", `Property \`${name}\`{of} was added.`);
    const rest = restOf(comparison.base.facts, name);
    if (!from && !rest.never) insideIfTold(comparison, rest, to.schema);
  } else if (from && to && was && is) {
    inside(from.schema, to.schema);
    compareDefault(from, to, direction, (change) => report("gate/default-changed", change), name);
    const ending = deprecation(`Property \`${name}\`{of}`, from.notes, to.notes, today);
    if (ending) report(...ending);
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
  const had = (base.facts.required?.has(name) ?? false) && (!from || travels(from, direction));
  const has = (head.facts.required?.has(name) ?? false) && (!to || travels(to, direction));
  if (had === has) return;
  const at = { base: from && placeOf(base.parts, name), head: placeOf(head.parts, name) };
  if (direction === "request" && has)
    add({ rule: "required-properties-added", change: `Property \`${name}\`{of} is now required.`, ...at });
  const isGone = from && isPast(from.notes, today);
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
  const change = defaultChange(from.notes, to.notes);
  if (change) report(`The default of \`${name}\` ${change}.`);
}

/** `was 1 and is 2`, when there was one. */
export function defaultChange(from: Notes, to: Notes): string | undefined {
  if (from.default === undefined) return undefined;
  const [before, after] = [canonical(from.default.value), to.default && canonical(to.default.value)];
  if (before === after) return undefined;
  return `was \`${plain(before)}\` and ${after === undefined ? "is gone" : `is \`${plain(after)}\``}`;
}

/** What holds for a property that is not named. */
function restOf({ properties, patterns, additional }: Facts, name: string): Schema {
  const fitting = [...(patterns ?? [])].find(([pattern]) => matches(pattern, name));
  return properties?.get(name) ?? fitting?.[1] ?? additional ?? { key: "", parts: [], never: false };
}

function compareClosing({ head, report }: Comparison): void {
  const closes = head.facts.additional?.never === true;
  const change = closes
    ? "Properties{of} that are not listed are refused."
    : "Properties{of} that are not listed may come.";
  const keyword = head.parts.some((part) => "unevaluatedProperties" in part)
    ? "unevaluatedProperties"
    : "additionalProperties";
  report(closes ? "narrower" : "wider", change, keyword);
}

/** A new pattern adds optional properties to a closed object. In an open object it narrows the type of properties. */
function comparePatterns({ base, head, direction, inside, report }: Comparison): void {
  const [from, to] = [base.facts.patterns ?? new Map(), head.facts.patterns ?? new Map()];
  for (const [pattern, schema] of from) {
    const other = to.get(pattern);
    if (other) inside(schema, other);
  }
  const [lost, gained] = [without(from.keys(), to.keys()), without(to.keys(), from.keys())];
  if (lost.length === 0 && gained.length === 0) return;
  const change = `\`patternProperties\`{of} ${gainsAndLosses([...from.keys()], [...to.keys()])}.`;
  const effect = effectOf([...from.keys()], [...to.keys()]) ?? "other";
  const isClosed = base.facts.additional?.never && head.facts.additional?.never;
  if (effect === "other") report("unknown", change, "patternProperties");
  else if (!isClosed) report(effect, change, "patternProperties");
  else if (lost.length > 0)
    report(direction === "request" ? "narrower" : "other", change, "patternProperties");
}

function compareDependents({ base, head, inside, report }: Comparison): void {
  const [from, to] = [base.facts.dependents ?? [], head.facts.dependents ?? []];
  const [lost, gained] = [without(from, to), without(to, from)];
  const change = `\`dependentRequired\`{of} ${gainsAndLosses(from, to)}.`;
  if (lost.length > 0) report("wider", change, "dependentRequired");
  if (gained.length > 0) report("narrower", change, "dependentRequired");
  const [schemas, others] = [
    base.facts.dependentSchemas ?? new Map(),
    head.facts.dependentSchemas ?? new Map(),
  ];
  for (const name of new Set([...schemas.keys(), ...others.keys()]))
    inside(schemas.get(name) ?? anything, others.get(name) ?? anything);
}

const anything: Schema = { key: "", parts: [], never: false };

/** Where a property is written, or where its object is. */
function placeOf(parts: Node[], name: string) {
  for (const part of parts) {
    const properties = part["properties"];
    if (typeof properties === "object" && properties !== null && Object.hasOwn(properties, name))
      return { node: properties, key: name };
  }
  const node = parts[0];
  return node && { node, key: "required" in node ? "required" : undefined };
}
