import { listIn, type Node } from "../../model/node.ts";
import type { At } from "../contract/places.ts";
import type { Constraints, ObjectConstraints } from "../schema/constraints.ts";
import { canonical, plain } from "../schema/fingerprint.ts";
import { matches } from "../schema/rules.ts";
import { anything, hasFlag, type Schema } from "../schema/schema.ts";
import {
  deprecation,
  effectOf,
  endOfSchema,
  gainsAndLosses,
  isPast,
  removal,
  type Comparison,
  type Direction,
  type Rule,
} from "./difference.ts";

/** A property in one of the contracts. */
interface Property {
  schema: Schema;
  isRequired: boolean;
}

/** Compares objects: each property that one of them names, and the rules for all others. */
export function compareObjects(comparison: Comparison): void {
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
  return { schema, isRequired };
}

/** Whether a property exists in what is sent in a direction. */
const travels = ({ schema }: Property, direction: Direction) =>
  !hasFlag(schema, direction === "request" ? "readOnly" : "writeOnly");

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
    const past = isPast(endOfSchema(from.schema), today);
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
    const deprecated = deprecation(
      `Property \`${name}\`{of}`,
      endOfSchema(from.schema),
      endOfSchema(to.schema),
      today,
    );
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
  if (direction === "response" && has && to && !defaultOf(to.schema))
    add({
      rule: "diff/response-property-required",
      change: `Property \`${name}\`{of} is always there, and what is stored may lack it.`,
      only: "isStored",
      ...at,
    });
  const isGone = from && isPast(endOfSchema(from.schema), today);
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
  direction: Direction,
  report: (change: string) => void,
  name: string,
): void {
  if (direction === "response" || from.isRequired) return;
  const change = defaultChange(defaultOf(from.schema), defaultOf(to.schema));
  if (change) report(`The default of \`${name}\` ${change}.`);
}

/** The `default` of a schema. */
interface Default {
  value: string;
  at: At;
}

export function defaultOf({ parts }: Schema): Default | undefined {
  const node = parts.find((part) => "default" in part);
  return node && { value: canonical(node["default"]), at: { node, key: "default" } };
}

/** `was 1 and is 2`, when there was one. */
export function defaultChange(from: Default | undefined, to: Default | undefined): string | undefined {
  if (!from || from.value === to?.value) return undefined;
  return `was \`${plain(from.value)}\` and ${to ? `is \`${plain(to.value)}\`` : "is gone"}`;
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
