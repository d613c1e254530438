import { isNode, type Node } from "../contract/node.ts";
import { arrayFacts, type ArrayFacts } from "./array-facts.ts";
import { canonical, plain } from "./fingerprint.ts";
import { objectFacts, type ObjectFacts } from "./object-facts.ts";
import { matches } from "./pattern.ts";
import { numberFacts, textFacts, type PlainFacts } from "./plain-facts.ts";
import type { Schema, Schemas } from "./schema.ts";

export const types = ["null", "boolean", "number", "string", "array", "object"] as const;
export type Type = (typeof types)[number];

/** What a value of one type has to keep to. Keywords of other types, and those that hold anyway, are not in it. */
export interface Facts extends PlainFacts, Partial<OwnFacts> {
  type: Type;
  /** The only values, by their canonical text. */
  values?: Map<string, unknown> | undefined;
  /** The known values of a list that may grow. */
  known?: string[] | undefined;
  /** What a text holds when it is decoded. */
  content?: Schema | undefined;
  /** What is only compared as a text: `not`, and branches that are too many. */
  opaque: { not: string[]; branches: string[] };
  /** What has to hold for a value that meets a condition, by the text of the condition. */
  conditions: Map<string, { then: Schema; else: Schema }>;
}

type OwnFacts = Omit<ArrayFacts, keyof PlainFacts> & Omit<ObjectFacts, keyof PlainFacts>;

/** The facts for each type that a schema allows, with its choices already made. */
export function factsOf(
  schema: Schema,
  schemas: Schemas,
  fingerprint: (schema: unknown) => string,
  branches: string[],
): Facts[] {
  if (schema.never) return [];
  const { parts } = schema;
  const values = valuesIn(parts);
  const not = parts.filter((part) => "not" in part).map((part) => fingerprint(part["not"]));
  const opaque = { not, branches };
  const common = { known: knownIn(parts), opaque, conditions: conditionsIn(parts, schemas, fingerprint) };
  return allowedTypes(parts).flatMap((type): Facts[] => {
    const own = values && new Map([...values].filter(([, value]) => typeOf(value) === type));
    if (own?.size === 0) return [];
    const made = factsOfType(type, parts, schemas, own);
    if (!made || [...(made.required ?? [])].some((name) => made.properties?.get(name)?.never)) return [];
    return [{ ...common, ...made, type }];
  });
}

/** A text that is the same for equal facts. */
export function keyOf(facts: Facts): string {
  const found = keys.get(facts) ?? JSON.stringify(facts, keyed);
  keys.set(facts, found);
  return found;
}
const keys = new WeakMap<Facts, string>();

function factsOfType(
  type: Type,
  parts: Node[],
  schemas: Schemas,
  values: Facts["values"],
): (PlainFacts & Pick<Facts, "values" | "content"> & Partial<OwnFacts>) | undefined {
  const plain: PlainFacts = { limits: {}, texts: {} };
  if (type === "null") return plain;
  if (type === "boolean") return { ...plain, values: values?.size === 2 ? undefined : values };
  if (type === "array") return { ...arrayFacts(parts, schemas), values };
  if (type === "object") return { ...objectFacts(parts, schemas), values };
  const facts =
    type === "number"
      ? numberFacts(parts)
      : { ...textFacts(parts), content: schemas.all(parts.map((part) => part["contentSchema"])) };
  if (!values) return facts;
  const accepted = new Map([...values].filter(([, value]) => accepts(facts, value)));
  const { contentEncoding = [], contentMediaType = [] } = facts.texts;
  const isOpen = (pattern: string) =>
    [...values.values()].some((value) => matches(pattern, String(value)) === undefined);
  const pattern = (facts.texts["pattern"] ?? []).filter(isOpen);
  return accepted.size > 0
    ? { limits: {}, texts: { contentEncoding, contentMediaType, pattern }, values: accepted }
    : undefined;
}

/** Whether a number or a text keeps to the facts of its type, as far as the gate can decide that. */
export function accepts({ limits, texts, integer, multipleOf }: PlainFacts, value: unknown): boolean {
  const of = (name: string, none: number) => limits[name] ?? none;
  if (typeof value === "number")
    return (
      value >= of("minimum", -Infinity) &&
      value > of("exclusiveMinimum", -Infinity) &&
      value <= of("maximum", Infinity) &&
      value < of("exclusiveMaximum", Infinity) &&
      (!integer || Number.isInteger(value)) &&
      (multipleOf === undefined || Number.isInteger(value / multipleOf))
    );
  if (typeof value !== "string") return true;
  const length = [...value].length;
  return (
    length >= of("minLength", 0) &&
    length <= of("maxLength", Infinity) &&
    (texts["pattern"] ?? []).every((pattern) => matches(pattern, value) !== false)
  );
}

function valuesIn(parts: Node[]): Map<string, unknown> | undefined {
  const lists = parts.flatMap((part) => [
    ...("const" in part ? [[part["const"]]] : []),
    ...(Array.isArray(part["enum"]) ? [part["enum"]] : []),
  ]);
  const [first, ...rest] = lists.map((list) => new Map(list.map((value) => [canonical(value), value])));
  return first && new Map([...first].filter(([text]) => rest.every((other) => other.has(text))));
}

function knownIn(parts: Node[]): string[] | undefined {
  const lists = parts.filter((part) => "x-extensible-enum" in part);
  if (lists.length === 0) return undefined;
  const values = lists.flatMap((part) => [part["x-extensible-enum"]].flat());
  return [...new Set(values.map((value) => plain(canonical(value))))].sort();
}

function conditionsIn(parts: Node[], schemas: Schemas, fingerprint: (schema: unknown) => string) {
  const entries = parts.flatMap((part) => {
    if (!("if" in part) || !("then" in part || "else" in part)) return [];
    const [then, other] = [schemas.all([part["then"]]), schemas.all([part["else"]])];
    return [[fingerprint(part["if"]), { then, else: other }] as const];
  });
  return new Map(entries);
}

function allowedTypes(parts: Node[]): Type[] {
  const lists = parts.filter((part) => "type" in part).map((part) => [part["type"]].flat());
  const fits = (list: unknown[], type: Type) =>
    list.includes(type) || (type === "number" && list.includes("integer"));
  return types.filter((type) => lists.every((list) => fits(list, type)));
}

/** @returns the type of a value, of which integers are numbers */
function typeOf(value: unknown): Type | undefined {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return types.find((type) => type === typeof value);
}

/** Schemas by their key, so that facts are written as a text without what stands in them. */
function keyed(_: string, value: unknown): unknown {
  if (value instanceof Map) return [...value].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  if (value instanceof Set) return [...value].sort();
  return isNode(value) && "parts" in value && "key" in value ? value["key"] : value;
}
