import { append, memoized } from "../../model/collections.ts";
import {
  isNode,
  listIn,
  type Node,
  nodeIn,
  textsIn,
} from "../../model/node.ts";
import { emptyAt } from "../contract/locations.ts";
import { boundsOfNumber, isWithin, limit, type Limits } from "./bounds.ts";
import { canonical, fingerprint } from "./fingerprint.ts";
import {
  containsIn,
  matches,
  matchesAll,
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
  const openValues = knownIn(parts);
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

/** Removes the values that the other constraints reject, and then these constraints. */
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
  const { format: _, pattern: __, ...remaining } = rules;
  return accepted.size > 0
    ? [
        {
          type,
          openValues,
          inside,
          values: accepted,
          limits: {},
          rules: remaining,
        },
      ]
    : [];
}

const sizes: Partial<Record<Type, string>> = {
  string: "Length",
  array: "Items",
  object: "Properties",
};

function limitsOf(type: Type, parts: Node[]): Limits {
  if (type === "number") return boundsOfNumber(parts);
  const size = sizes[type];
  return size === undefined
    ? {}
    : { ...limit(parts, `min${size}`, 0), ...limit(parts, `max${size}`) };
}

function insideOf(type: Type, parts: Node[]): Map<string, Schema> {
  const inside = new Map<string, Schema>();
  const listed = type === "object" ? listedAlone(parts) : [];
  for (const [name, branches] of conditionalSchemas(parts))
    inside.set(name, allOf([...branches, ...listed]));
  for (const part of parts.filter((one) => "not" in one))
    inside.set(nameOfExcluded(fingerprint(part["not"])), allOf([part["not"]]));
  if (type === "string")
    inside.set("contentSchema", allOf(parts.map(contentSchemaOf)));
  if (type !== "object") return inside;
  const names = parts.map((part) => part["propertyNames"]);
  inside.set("propertyNames", allOf(names));
  for (const name of namesIn(parts, "dependentSchemas")) {
    const dependent = parts.map(
      (part) => nodeIn(part, "dependentSchemas")[name],
    );
    inside.set(`dependentSchemas ${name}`, allOf([...dependent, ...listed]));
  }
  return inside;
}

/**
 * Returns parts that only list the properties of an object. A condition is compared together with
 * them, as it may say more of a property that the object lists.
 */
const listedAlone = (parts: Node[]): Node[] =>
  parts.filter((part) => "properties" in part).map(withPropertiesAlone);

const withPropertiesAlone = memoized((part: Node): Node => {
  const { properties } = part;
  return Object.assign(emptyAt(part, "properties"), { properties });
});

/** Returns the name in `inside` of a schema that no value may fit. */
export const nameOfExcluded = (text: string): string => `not ${text}`;

/** Returns condition → its schemas in all parts. */
function conditionalSchemas(parts: Node[]): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const part of parts.filter((one) => "if" in one))
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

function valuesIn(parts: Node[]): Map<string, unknown> | undefined {
  const lists = parts.flatMap((part) => [
    ...("const" in part ? [[part["const"]]] : []),
    ...(Array.isArray(part["enum"]) ? [part["enum"]] : []),
  ]);
  const [first, ...rest] = lists.map(
    (list) => new Map(list.map((value) => [canonical(value), value])),
  );
  return (
    first &&
    new Map(
      [...first].filter(([text]) => rest.every((other) => other.has(text))),
    )
  );
}

function knownIn(parts: Node[]): string[] | undefined {
  const lists = parts.filter((part) => "x-extensible-enum" in part);
  if (lists.length === 0) return undefined;
  const values = lists.flatMap((part) => [part["x-extensible-enum"]].flat());
  return [...new Set(values.map(canonical))].sort();
}

function allowedTypes(parts: Node[]): Type[] {
  const typed = parts.filter(
    (part) => "type" in part && unknownTypes(part).length === 0,
  );
  const lists = typed.map((part) => [part["type"]].flat());
  const fits = (list: unknown[], type: Type) =>
    list.includes(type) || (type === "number" && list.includes("integer"));
  return types.filter((type) => lists.every((list) => fits(list, type)));
}

/** The properties of an object. */
export interface ObjectConstraints {
  /** Name → schema, with the requirements of all parts. */
  properties: Map<string, Schema>;
  required: Set<string>;
  /** Pattern of names → schema. */
  patterns: Map<string, Schema>;
  /** The schema of all other properties. */
  additional: Schema;
  /** Returns the schema that only lists the properties. */
  listed: () => Schema;
}

function objectConstraints(parts: Node[]): ObjectConstraints {
  const properties = namesIn(parts, "properties").map(
    (name): [string, Schema] => [
      name,
      allOf(parts.flatMap((part) => schemasOfProperty(name, part))),
    ],
  );
  const patterns = byName(parts, "patternProperties");
  return {
    properties: new Map(properties),
    required: new Set(parts.flatMap((part) => textsIn(part, "required"))),
    patterns: new Map(
      [...patterns].filter(([pattern]) => !matchesAll(pattern)),
    ),
    additional: allOf(parts.flatMap((part) => additionalSchemas(part))),
    listed: () => allOf(listedAlone(parts)),
  };
}

const namesIn = (parts: Node[], keyword: string) => [
  ...new Set(parts.flatMap((part) => Object.keys(nodeIn(part, keyword)))),
];

const byName = (parts: Node[], keyword: string): Map<string, Schema> =>
  new Map(
    namesIn(parts, keyword).map((name) => [
      name,
      allOf(parts.map((part) => nodeIn(part, keyword)[name])),
    ]),
  );

/**
 * Returns the schemas of a part for a property: of its name and of its patterns, or otherwise of
 * additional properties.
 */
function schemasOfProperty(name: string, part: Node): unknown[] {
  const properties = nodeIn(part, "properties");
  const patterns = Object.entries(nodeIn(part, "patternProperties")).filter(
    ([pattern]) => matches(pattern, name),
  );
  const own = Object.hasOwn(properties, name) ? [properties[name]] : [];
  const schemas = [...own, ...patterns.map(([, schema]) => schema)];
  return schemas.length > 0 || !("additionalProperties" in part)
    ? schemas
    : [part["additionalProperties"]];
}

/**
 * Returns the schemas of a part for additional properties. A pattern that matches every name
 * replaces them.
 */
function additionalSchemas(part: Node): unknown[] {
  const patterns = nodeIn(part, "patternProperties");
  const all = Object.keys(patterns).filter(matchesAll);
  return all.length > 0
    ? all.map((pattern) => patterns[pattern])
    : unnamedSchemas(part, "properties");
}

/**
 * Adds the length of a list, and the schemas of its first items, of the others, and of `contains`.
 */
function withItems(list: Constraints, parts: Node[]): Constraints {
  const othersIn = (part: Node) => unnamedSchemas(part, "items")[0];
  const others = allOf(parts.map(othersIn));
  const length = Math.max(
    0,
    ...parts.map((part) => listIn(part, "prefixItems").length),
  );
  // Without valid other items, the list has at most its first items.
  const stated = Number(list.limits["maxItems"]?.value ?? Infinity);
  const maxItems = Math.min(stated, others.never ? length : Infinity);
  const inside = new Map(list.inside);
  if (maxItems > length) inside.set("items", others);
  for (let i = 0; i < Math.min(length, maxItems); i++) {
    const itemIn = (part: Node): unknown =>
      listIn(part, "prefixItems")[i] ?? othersIn(part);
    inside.set(String(i), allOf(parts.map(itemIn)));
  }
  const limits = {
    ...list.limits,
    ...(maxItems < Infinity && limitOf("maxItems", maxItems)),
  };
  const { uniqueItems: _, ...rules } = list.rules;
  const [contains, ...more] = parts.flatMap(containsIn);
  if (contains && more.length === 0) {
    inside.set("contains", allOf([contains.schema]));
    Object.assign(
      limits,
      limitOf("minContains", contains.min),
      limitOf("maxContains", contains.max),
    );
  }
  return { ...list, limits, inside, rules: stated > 1 ? list.rules : rules };
}

const limitOf = (keyword: string, value: number): Limits => ({
  [keyword]: { keyword, value },
});

/** The keywords of unnamed children: of this part, and of this part with its combined schemas. */
const keywords = {
  properties: ["additionalProperties", "unevaluatedProperties"],
  items: ["items", "unevaluatedItems"],
} as const;

function unnamedSchemas(part: Node, of: keyof typeof keywords): unknown[] {
  const [others, unevaluated] = keywords[of];
  if (others in part) return [part[others]];
  const inside = allOf([part]).parts.filter((one) => one !== part);
  const isStated = inside.some((one) => others in one || unevaluated in one);
  return unevaluated in part && !isStated ? [part[unevaluated]] : [];
}
