import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { textIn, type Node } from "../../model/node.ts";

/**
 * The formats of JSON Schema, which a validator checks. Others, such as `int64` and `binary`, only
 * help a generator to choose a type, or are private names.
 */
const assertedFormats = new Set([
  "date-time",
  "date",
  "time",
  "duration",
  "email",
  "idn-email",
  "hostname",
  "idn-hostname",
  "ipv4",
  "ipv6",
  "uri",
  "uri-reference",
  "iri",
  "iri-reference",
  "uuid",
  "uri-template",
  "json-pointer",
  "relative-json-pointer",
  "regex",
]);

/** Returns true for a format that a validator checks. */
export const isAsserted = (format: string): boolean =>
  assertedFormats.has(format);

/** Format → the formats that allow all of its values, and more. */
const widerFormats: Record<string, string[]> = {
  email: ["idn-email"],
  hostname: ["idn-hostname"],
  uri: ["uri-reference", "iri", "iri-reference"],
  "uri-reference": ["iri-reference"],
  iri: ["iri-reference"],
  int32: ["int64"],
  int64: ["double"],
  float: ["double"],
};

/** Returns true when a format allows all values of another one, and more. */
export const isWiderFormat = (format: string, other: string): boolean =>
  widerFormats[other]?.includes(format) === true;

/** Formats of integers whose range `normalize` adds as bounds. */
const boundedFormats = /^(u?int8|u?int16|u?int32)$/;
/** Formats that `normalize` adds as keywords of content. */
const contentFormats = /^(byte|binary)$/;

/** Returns the formats of a type that no other keyword expresses. */
export function formatsIn(type: string, parts: Node[]): string[] {
  if (type !== "number" && type !== "string") return [];
  const all = parts.flatMap((part) => textIn(part, "format") ?? []);
  const expressed = type === "number" ? boundedFormats : contentFormats;
  return [...new Set(all)].filter((format) => !expressed.test(format)).sort();
}

const ajv = formats.default(new Ajv2020({ strict: false, logger: false }));

/**
 * Returns true when a value has a format. Returns undefined for a format that cannot be checked.
 */
export function hasFormat(value: unknown, format: string): boolean | undefined {
  return format in ajv.formats ? ajv.validate({ format }, value) : undefined;
}
