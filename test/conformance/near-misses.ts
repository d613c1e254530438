import { flat } from "../support/at.ts";
import type { TestedOperation, Parameter } from "../support/operation.ts";
import type { Schema } from "../../openapi/model/contract.ts";
import { asParameters, type Request } from "./request.ts";
import { forbiddenTexts } from "./arbitrary.ts";

/**
 * Returns requests that differ from a request in one value, on both sides of each limit in its
 * schemas. Ajv decides which of the requests are valid.
 */
export function nearMisses(
  { parameters, body }: TestedOperation,
  request: Request,
): Request[] {
  const json =
    request.body && "json" in request.body ? request.body.json : undefined;
  const bodies = body
    ? missesOf(body, json).map((json) => ({ ...request, body: { json } }))
    : [];
  return [
    ...parameters.flatMap((parameter) =>
      valuesFor(parameter).map((value) =>
        withParameter(request, parameter, value),
      ),
    ),
    ...["unknown", "__proto__", "Limit"].map((name) =>
      withQuery(request, [[name, "1"]]),
    ),
    ...request.query.slice(0, 1).map((pair) => withQuery(request, [pair])),
    ...bodies,
    ...(body ? [{ ...request, body: undefined }] : []),
  ];
}

const withQuery = (request: Request, more: Request["query"]) => ({
  ...request,
  query: [...request.query, ...more],
});

function withParameter(
  request: Request,
  { name, in: location }: Parameter,
  value: unknown,
): Request {
  const text = String(value);
  if (location === "path")
    return { ...request, path: { ...request.path, [name]: text } };
  if (location === "header")
    return { ...request, headers: { ...request.headers, [name]: text } };
  const others = request.query.filter(
    ([other]) => other !== name && !other.startsWith(`${name}[`),
  );
  return { ...request, query: [...others, ...asParameters(name, value)] };
}

/**
 * Returns values near the limits of a parameter that can be sent in its place: texts, and for an
 * object also fields.
 */
function valuesFor({ schema, in: location, style }: Parameter): unknown[] {
  if (style === "deepObject")
    return missesOf(schema, undefined).filter(isSendable);
  const texts = {
    path: ["%00%ff", "a/b", ""],
    query: ["", " 1", "1.0", "0x10", "1e1", "true", "null", ","],
    header: ["", "a b", "é"],
    cookie: [],
  };
  const misses = missesOf(schema, undefined).map((value) => String(value));
  const canBeSent = (text: string) =>
    isSendable(text) &&
    !(location === "header" && /[^\x21-\x7e]|^\[object/.test(text));
  return [...new Set([...misses.filter(canBeSent), ...texts[location]])].filter(
    (text) => location !== "path" || !/^\.+$/.test(text),
  );
}

/** Half of a character cannot be written in an address. */
const isSendable = (value: unknown) =>
  !/\\ud[89a-f]|\p{Cs}/iu.test(JSON.stringify(value));

const otherTypes = [null, true, 0, "", "x", [], {}, [null], { x: 1 }];

/** Values that differ from a good one in one thing. */
export function missesOf(node: Schema, good: unknown): unknown[] {
  const schema: Schema = flat(node);
  return [...otherTypes, ...misses(schema, good)];
}

function* misses(schema: Schema, good: unknown): Generator<unknown> {
  const {
    enum: values,
    minLength,
    maxLength,
    maxItems,
    maxProperties,
  } = schema;
  const { minimum, maximum } = schema;
  if (values)
    yield* [
      ...values,
      `${String(values[0])}x`,
      String(values[0]).toUpperCase(),
    ];
  if (maxLength !== undefined)
    yield* ["x", "🐦"].flatMap((it) => [
      it.repeat(maxLength),
      it.repeat(maxLength + 1),
    ]);
  if (minLength !== undefined) yield "x".repeat(minLength);
  if (schema.pattern) yield* [...forbiddenTexts, "  \u2003", "\u200B"];
  if (schema.format) yield* missesOfFormat(schema.format);
  if (minimum !== undefined) {
    const least = Number(minimum);
    yield* [least, least - 1, least + 0.5];
  }
  if (maximum !== undefined) yield* [Number(maximum), Number(maximum) + 1];
  if (schema.items) yield* missesInArray(schema, good);
  if (maxItems !== undefined && !schema.uniqueItems) {
    yield* [maxItems, maxItems + 1].map((length) =>
      Array.from({ length }, (_, i) => `${i}`),
    );
  }
  if (schema.uniqueItems && Array.isArray(good)) yield [good[0], good[0]];
  if (maxProperties !== undefined) {
    yield* [maxProperties, maxProperties + 1].map((length) =>
      Object.fromEntries(Array.from({ length }, (_, i) => [`${i}`, i])),
    );
  }
  if (schema.propertyNames) yield* missesInDictionary(schema);
  if (schema.properties)
    yield* missesInRecord(schema, Object(good) as Record<string, unknown>);
}

/** Texts of a format that are just not allowed, or just allowed still. */
const formatMisses: Record<string, string[]> = {
  "date-time": [
    "2026-02-30T00:00:00Z",
    "2026-01-01",
    "2026-01-01T00:00:00",
    "2024-02-29t00:00:00.123456-03:00",
    "2026-13-01T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:00.Z",
    "2026-01-01T00:00:61Z",
    "2026-01-01T00:00:00+25:00",
    " 2026-01-01T00:00:00Z",
    "2100-02-29T00:00:00Z",
  ],
  email: ["a@"],
  uri: [
    "http://",
    "https://user@hooks.example.com/",
    "https://hooks.example.com/#",
  ],
  // The bounds of a number are tried by its minimum and its maximum.
  int32: [],
  int64: [],
};

/** @throws Error for a format without such texts: a new one must not go untested in silence */
function missesOfFormat(format: string): string[] {
  const texts = formatMisses[format];
  if (!texts) throw new Error(`There are no texts about the format ${format}.`);
  return texts;
}

function* missesInArray(
  { items = {} }: Schema,
  good: unknown,
): Generator<unknown> {
  const others = Array.isArray(good) ? good : [];
  yield [" x ", "x"];
  for (const miss of missesOf(items, others[0]))
    yield [...others.slice(0, 1), miss];
}

function* missesInDictionary({
  propertyNames,
  additionalProperties,
}: Schema): Generator<unknown> {
  for (const name of missesOf(
    { type: "string", ...propertyNames },
    undefined,
  )) {
    if (typeof name === "string") yield { [name]: 1 };
  }
  const others =
    typeof additionalProperties === "object" ? additionalProperties : {};
  for (const value of missesOf(others, undefined)) yield { field: value };
}

function* missesInRecord(
  { properties = {} }: Schema,
  good: Record<string, unknown>,
): Generator<unknown> {
  for (const [name, field] of Object.entries(properties)) {
    const { [name]: value, ...others } = good;
    yield others;
    for (const miss of missesOf(field, value)) yield { ...good, [name]: miss };
    yield { ...others, [name.toUpperCase()]: value };
  }
  for (const name of [
    "unknown",
    "__proto__",
    "constructor",
    "id",
    "workspace_id",
  ]) {
    yield Object.fromEntries([...Object.entries(good), [name, {}]]);
  }
}
