import { append, memoized } from "../../model/collections.ts";
import { isNode, type Node, nodeIn } from "../../model/node.ts";
import { boundsOfNumber, isWithin, limit, type Limits } from "./bounds.ts";
import { canonical, fingerprint } from "./fingerprint.ts";
import { listConstraints } from "./list-constraints.ts";
import {
  listedAlone,
  type ObjectConstraints,
  objectConstraints,
  schemaNames,
} from "./object-constraints.ts";
import {
  excludes,
  hasCondition,
  matches,
  rulesOf,
  typeOf,
  types,
  unknownTypes,
  type Type,
} from "./rules.ts";
import { allOf, type Schema } from "./schema.ts";

/**
 * The constraints of values of one type. Keywords of other types, and without an effect, are left
 * out.
 */
export interface Constraints {
  type: Type;
  limits: Limits;
  /** Canonical text → value, when only these values are valid. */
  values?: Map<string, unknown> | undefined;
  /** The known values of a list that may grow. */
  openValues?: string[] | undefined;
  /** Keyword such as `pattern`, `format` or `not` → its values, which all apply. */
  rules: Record<string, string[]>;
  /** Name of a part or a condition → the schema that applies to it. */
  inside: Map<string, Schema>;
  object?: ObjectConstraints;
}

/**
 * Returns the constraints for each type that a schema allows.
 * @param branches the lists of branches that were not chosen from, each as a text
 */
export function constraintsOf(
  schema: Schema,
  branches: string[],
): Constraints[] {
  if (schema.never) return [];
  const { parts } = schema;
  const all = valuesIn(parts);
  const openValues = openValuesIn(parts);
  return allowedTypes(parts).flatMap((type): Constraints[] => {
    const values =
      all && new Map([...all].filter(([, value]) => typeOf(value) === type));
    if (values?.size === 0) return [];
    const rules = {
      ...rulesOf(type, parts),
      ...(branches.length > 0 && { oneOf: branches }),
    };
    const limits = limitsOf(type, parts);
    const inside = insideOf(type, parts);
    const common = { type, values, openValues, rules, limits, inside };
    if (type === "array") return [withItems(common, parts)];
    if (type === "object") {
      const object = objectConstraints(parts);
      const isPossible = [...object.required].every(
        (name) => !object.properties.get(name)?.never,
      );
      return isPossible ? [{ ...common, object }] : [];
    }
    return values ? withValues(common, values) : [common];
  });
}

/** Adds the constraints of the items of a list. */
function withItems(list: Constraints, parts: Node[]): Constraints {
  const { limits, inside } = listConstraints(parts, list.limits);
  // `uniqueItems` says nothing of a list that has one item at most.
  const { uniqueItems: _, ...remaining } = list.rules;
  const mayHaveTwo = Number(list.limits["maxItems"]?.value ?? Infinity) > 1;
  return {
    ...list,
    limits,
    inside: new Map([...list.inside, ...inside]),
    rules: mayHaveTwo ? list.rules : remaining,
  };
}

/** Returns a text that is the same for equal constraints. */
export const keyOf = memoized((constraints: Constraints) =>
  JSON.stringify(constraints, keyed),
);

/** Replaces schemas by their keys for `JSON.stringify`. */
function keyed(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Map || value instanceof Set) return [...value].sort();
  return isNode(value) && "parts" in value && "key" in value
    ? value["key"]
    : value;
}

/** Keeps the values that the other constraints accept. They replace the limits and patterns. */
function withValues(
  constraints: Constraints,
  values: Map<string, unknown>,
): Constraints[] {
  const { type, openValues, inside, rules } = constraints;
  const isEvery = type === "null" || (type === "boolean" && values.size === 2);
  if (isEvery) return [{ ...constraints, values: undefined }];
  const accepted = new Map(
    [...values].filter(([, value]) => accepts(constraints, value)),
  );
  if (accepted.size === 0) return [];
  const { format: _, pattern: __, ...remaining } = rules;
  return [
    {
      type,
      openValues,
      inside,
      values: accepted,
      limits: {},
      rules: remaining,
    },
  ];
}

/** Type → the end of the names of the keywords for its size, such as `minLength`. */
const sizes: Partial<Record<Type, string>> = {
  string: "Length",
  array: "Items",
  object: "Properties",
};

function limitsOf(type: Type, parts: Node[]): Limits {
  if (type === "number") return boundsOfNumber(parts);
  const size = sizes[type];
  if (size === undefined) return {};
  return { ...limit(parts, `min${size}`, 0), ...limit(parts, `max${size}`) };
}

/** Returns the schemas that apply to parts of a value, or to the value under a condition. */
function insideOf(type: Type, parts: Node[]): Map<string, Schema> {
  const inside = new Map<string, Schema>();
  const listed = type === "object" ? listedAlone(parts) : [];
  for (const [name, branches] of conditionalSchemas(parts))
    inside.set(name, allOf([...branches, ...listed]));
  for (const part of parts.filter(excludes))
    inside.set(nameOfExcluded(fingerprint(part["not"])), allOf([part["not"]]));
  if (type === "string")
    inside.set("contentSchema", allOf(parts.map(contentSchemaOf)));
  if (type !== "object") return inside;
  const names = parts.map((part) => part["propertyNames"]);
  inside.set("propertyNames", allOf(names));
  for (const name of schemaNames(parts, "dependentSchemas")) {
    const dependent = parts.map(
      (part) => nodeIn(part, "dependentSchemas")[name],
    );
    inside.set(`dependentSchemas ${name}`, allOf([...dependent, ...listed]));
  }
  return inside;
}

/** Returns the name in `inside` of a schema that no value may fit. */
export const nameOfExcluded = (text: string): string => `not ${text}`;

/** Returns condition → its schemas in all parts. */
function conditionalSchemas(parts: Node[]): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const part of parts.filter(hasCondition))
    for (const branch of ["then", "else"])
      append(found, `${branch} ${fingerprint(part["if"])}`, part[branch]);
  return found;
}

/** Returns the schema of the content of a text. Without a media type it says nothing. */
const contentSchemaOf = (part: Node): unknown =>
  "contentMediaType" in part ? part["contentSchema"] : undefined;

/**
 * Returns true when the constraints of its type accept a number or a text, as far as the diff can
 * decide it.
 */
export function accepts(
  { values, limits, rules }: Constraints,
  value: unknown,
): boolean {
  if (values && !values.has(canonical(value))) return false;
  const isNumber = typeof value === "number" || typeof value === "bigint";
  if (!isNumber && typeof value !== "string") return true;
  const size = isNumber ? value : [...value].length;
  if (!Object.values(limits).every((one) => isWithin(one, size))) return false;
  const patterns = rules["pattern"] ?? [];
  return (
    isNumber || patterns.every((pattern) => matches(pattern, value) !== false)
  );
}

/** Returns canonical text → value for the values that each `const` and `enum` allows. */
function valuesIn(parts: Node[]): Map<string, unknown> | undefined {
  const lists: unknown[][] = [];
  for (const part of parts) {
    if ("const" in part) lists.push([part["const"]]);
    if (Array.isArray(part["enum"])) lists.push(part["enum"]);
  }
  const [first, ...others] = lists.map(
    (list) => new Map(list.map((value) => [canonical(value), value])),
  );
  if (first === undefined) return undefined;
  const common = [...first].filter(([text]) =>
    others.every((other) => other.has(text)),
  );
  return new Map(common);
}

/** Returns the values of all lists that may grow. */
function openValuesIn(parts: Node[]): string[] | undefined {
  const lists = parts.filter((part) => "x-extensible-enum" in part);
  if (lists.length === 0) return undefined;
  const values = lists.flatMap((part) => [part["x-extensible-enum"]].flat());
  return [...new Set(values.map(canonical))].sort();
}

/** Returns the types that every `type` of the parts allows. */
function allowedTypes(parts: Node[]): Type[] {
  const typed = parts.filter(
    (part) => "type" in part && unknownTypes(part).length === 0,
  );
  const lists = typed.map((part) => [part["type"]].flat());
  const fits = (list: unknown[], type: Type) =>
    list.includes(type) || (type === "number" && list.includes("integer"));
  return types.filter((type) => lists.every((list) => fits(list, type)));
}
