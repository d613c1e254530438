import { without } from "../../model/collections.ts";
import {
  childOf,
  isNode,
  listIn,
  nodeIn,
  type Node,
} from "../../model/node.ts";
import type { Location } from "../contract/locations.ts";
import type { Alternative } from "../schema/alternatives.ts";
import type { Constraints } from "../schema/constraints.ts";
import type { ObjectConstraints } from "../schema/object-constraints.ts";
import { canonical, plain } from "../schema/fingerprint.ts";
import { matches } from "../schema/rules.ts";
import type { Rule } from "../policy.ts";
import {
  allOf,
  anything,
  areOfOneContract,
  hasFlag,
  type Schema,
} from "../schema/schema.ts";
import {
  gainsAndLosses,
  type Comparison,
  type Direction,
  type Effect,
} from "./difference.ts";
import {
  deprecation,
  deprecationOfSchema,
  isPast,
  removal,
  type Verdict,
} from "./elements.ts";
import { changedXmlNames } from "./xml-names.ts";

/** Compares objects: each named property, and the schema of all others. */
export function compareObjects(comparison: Comparison): void {
  const from = comparison.base.constraints.object;
  const to = comparison.head.constraints.object;
  if (!from || !to) return;
  const names = [from, to].flatMap(({ properties, required }) => [
    ...properties.keys(),
    ...required,
  ]);
  for (const name of new Set(names)) compareProperty(comparison, name);
  const was = from.additional.never;
  const closes = to.additional.never;
  const change = `Properties{of} that are not listed are ${closes ? "no longer" : "now"} possible.`;
  const keywords = ["unevaluatedProperties", "additionalProperties"];
  const keyword =
    keywords.find((name) =>
      comparison.head.parts.some((part) => name in part),
    ) ?? "";
  const renamed = changedXmlNames(
    from.additional,
    to.additional,
    [() => "", () => ""],
    comparison.direction,
  );
  if (renamed) comparison.add(renamed);
  if (was === closes) comparison.inside(from.additional, to.additional);
  else comparison.report(closes ? "narrower" : "wider", change, keyword);
  comparePatterns(comparison, from, to);
}

interface Property {
  /** The schema of the property. Undefined when no value is valid. */
  schema: Schema | undefined;
  /** The same schema, unless the property is sent only in the other direction. */
  sent: Schema | undefined;
  isRequired: boolean;
}

function propertyIn(
  { constraints: { object } }: Alternative,
  name: string,
  direction: Direction,
): Property {
  const stated = object?.properties.get(name);
  const schema = stated?.never ? undefined : stated;
  const isElsewhere = schema && hasFlag(schema, flags[direction]);
  const isRequired = !isElsewhere && object?.required.has(name) === true;
  return { schema, sent: isElsewhere ? undefined : schema, isRequired };
}

/** Counts the properties that every object has. */
export const countRequired = (one: Alternative, direction: Direction): number =>
  [...(one.constraints.object?.required ?? [])].filter(
    (name) => propertyIn(one, name, direction).isRequired,
  ).length;

/** Counts the properties that an object can have at most. */
export function countPossible({ constraints, parts }: Alternative): number {
  const { properties, patterns } = constraints.object ?? {};
  const isClosed = parts.some((part) => part["additionalProperties"] === false);
  if (!properties || !isClosed || patterns?.size !== 0) return Infinity;
  return [...properties.values()].filter(({ never }) => !never).length;
}

/** Direction → the keyword of properties that are not sent in it. */
const flags = { request: "readOnly", response: "writeOnly" };

/** Reports what changed in a property: it came or went, its values, or whether it is required. */
function compareProperty(comparison: Comparison, name: string): void {
  const { base, head, direction, today, inside } = comparison;
  const from = propertyIn(base, name, direction);
  const to = propertyIn(head, name, direction);
  const what = `Property \`${name}\`{of}`;
  const report = (rule: Rule, change: string, isAssumed = false) =>
    comparison.add({
      rule,
      change,
      isAssumed,
      base: from.schema && propertyAt(base.parts, name),
      head: to.schema && propertyAt(head.parts, name),
    });
  if (!from.schema && !to.schema && !areOfOneContract(base, head))
    compareRefused(comparison, name);
  const isGone =
    from.schema !== undefined &&
    isPast(deprecationOfSchema(from.schema), today);
  if (from.sent && to.sent) {
    inside(from.sent, to.sent);
    const renamed = changedXmlNames(
      from.sent,
      to.sent,
      [() => name, () => name],
      direction,
    );
    if (renamed) comparison.add(renamed);
    // The default applies to callers that do not send the property.
    const counts = direction === "request" && !from.isRequired;
    const changed = counts
      ? defaultChange(name, from.sent, to.sent)
      : undefined;
    if (changed) report(...changed);
    const deprecated = deprecation(
      what,
      deprecationOfSchema(from.sent),
      deprecationOfSchema(to.sent),
      today,
    );
    if (deprecated) report(...deprecated);
  } else if (from.sent && to.schema) {
    report("diff/access-changed", `${what} is now \`${flags[direction]}\`.`);
  } else if (from.sent) {
    const rest = restOf(head.constraints, name);
    const isOpen = direction === "request" && !rest.never && !isGone;
    if (isOpen && rest.parts.length > 0) inside(from.sent, rest);
    if (isOpen)
      report(
        "diff/property-unlisted",
        `${what} is no longer listed, and still accepted.`,
      );
    else report(...removal(what, isGone, "property-removed"));
    if (!to.isRequired) return;
  } else if (to.sent) {
    const rest = restOf(base.constraints, name);
    // A map states the type of all its properties. A required one was sent, with any value.
    const wasSent = rest.parts.length > 0 || from.isRequired;
    const mayBeSent = !from.schema && !rest.never;
    if (direction === "response" || !to.isRequired)
      report("added", `${what} was added.`, mayBeSent && !wasSent);
    if (mayBeSent && wasSent) inside(rest, to.sent);
  }
  if (!isGone || to.isRequired) compareRequired(comparison, name, from, to);
}

/** Compares a property that one part of a schema lists, and another part refuses. */
function compareRefused(
  { base, head, inside, add }: Comparison,
  name: string,
): void {
  const [from, to] = [base, head].map(({ parts }) =>
    parts
      .map((part) => childOf(nodeIn(part, "properties"), name))
      .filter(isNode),
  );
  if (!from?.length || !to) return;
  if (to.length > 0) return inside(allOf(from), allOf(to));
  add({
    rule: "diff/cannot-tell",
    change: `Property \`${name}\`{of}, which another part of the schema refuses, is gone.`,
    base: propertyAt(base.parts, name),
  });
}

/** Reports that a property became required, or is no longer required. */
function compareRequired(
  { base, head, direction, add }: Comparison,
  name: string,
  from: Property,
  to: Property,
): void {
  if (from.isRequired === to.isRequired) return;
  const isStated = from.schema !== undefined || from.isRequired;
  const locate = from.schema && to.schema ? requiredAt : propertyAt;
  const at = {
    base: isStated ? locate(base.parts, name) : undefined,
    head: locate(head.parts, name),
  };
  const what = `Property \`${name}\`{of} is ${to.isRequired ? "now" : "no longer"}`;
  const needed = direction === "request" ? "required" : "always there";
  const rule =
    to.isRequired === (direction === "request")
      ? breakingRules[direction]
      : "diff/compatible";
  add({ rule, change: `${what} ${needed}.`, ...at });
  if (
    direction === "request" ||
    from.isRequired ||
    !to.schema ||
    defaultOf(to.schema) !== undefined
  )
    return;
  const change = `Property \`${name}\`{of} is always there, and what is stored may lack it.`;
  add({
    rule: "diff/response-property-required",
    change,
    only: "isStored",
    ...at,
  });
}

/** Direction → the rule for a changed `required` that breaks its readers. */
const breakingRules = {
  request: "required-properties-added",
  response: "required-properties-removed",
} as const;

/** Returns the `default` of a schema, or the only one of its branches, as a text. */
export function defaultOf(schema: Schema): string | undefined {
  const own = ownDefault(schema);
  if (own !== undefined) return own;
  const branches = schema.parts.flatMap((part) =>
    ["anyOf", "oneOf"].flatMap((name) => listIn(part, name)),
  );
  const [found, ...others] = new Set(
    branches.flatMap((branch) => ownDefault(allOf([branch])) ?? []),
  );
  return others.length === 0 ? found : undefined;
}

function ownDefault({ parts }: Schema): string | undefined {
  const part = parts.find((each) => "default" in each);
  return part && canonical(part["default"]);
}

/** Compares defaults. Returns undefined when both are the same. */
export function defaultChange(
  name: string,
  from: Schema,
  to: Schema,
): Verdict | undefined {
  const [was, is] = [from, to].map(defaultOf);
  if (was === is) return undefined;
  const now = is === undefined ? "is gone" : `is \`${plain(is)}\``;
  return was === undefined
    ? ["diff/compatible", `The default of \`${name}\` ${now} now.`]
    : [
        "diff/default-changed",
        `The default of \`${name}\` was \`${plain(was)}\` and ${now}.`,
      ];
}

/** Returns the schema of a property that is not named. */
function restOf({ object }: Constraints, name: string): Schema {
  const fitting = [...(object?.patterns ?? [])].find(([pattern]) =>
    matches(pattern, name),
  );
  return (
    object?.properties.get(name) ??
    fitting?.[1] ??
    object?.additional ??
    anything
  );
}

/**
 * Compares `patternProperties`. A pattern that only one contract has is compared with the rest of
 * the other one, as the rest has the properties of these names there.
 */
function comparePatterns(
  comparison: Comparison,
  base: ObjectConstraints,
  head: ObjectConstraints,
): void {
  const { direction, inside, report } = comparison;
  for (const [pattern, schema] of base.patterns) {
    const other = head.patterns.get(pattern);
    if (other) inside(schema, other);
  }
  const from = [...base.patterns.keys()];
  const to = [...head.patterns.keys()];
  const lost = without(from, to);
  const gained = without(to, from);
  const change = `\`patternProperties\`{of} ${gainsAndLosses(from, to)}.`;
  const reportPatterns = (effect: Effect) =>
    report(effect, change, "patternProperties");
  const isClosed = base.additional.never && head.additional.never;
  // It is not known whether two patterns allow the same names.
  if (isClosed && lost.length > 0 && gained.length > 0)
    return reportPatterns("unknown");
  for (const pattern of lost) {
    const schema = base.patterns.get(pattern) ?? anything;
    if (!head.additional.never) inside(schema, head.additional);
    else reportPatterns(direction === "request" ? "narrower" : "other");
  }
  for (const pattern of gained) {
    const schema = head.patterns.get(pattern) ?? anything;
    if (!base.additional.never) inside(base.additional, schema);
    else reportPatterns(direction === "request" ? "wider" : "narrower");
  }
}

function requiredAt(parts: Node[], name: string): Location | undefined {
  const lists = parts.map((part) => listIn(part, "required"));
  const list = lists.find((names) => names.includes(name));
  return list
    ? { node: list, key: String(list.indexOf(name)) }
    : propertyAt(parts, name);
}

/** Returns the location of a property. */
export function propertyAt(parts: Node[], name: string): Location | undefined {
  const holders = parts.map((part) => nodeIn(part, "properties"));
  const holder = holders.find((properties) => Object.hasOwn(properties, name));
  if (holder) return { node: holder, key: name };
  const [node] = parts;
  return node && { node, key: "required" };
}
