import { schemas } from "./case.ts";

/** Formats that change the values. A format that no standard has is only a hint. */
export const formats = schemas(
  "formats",
  `
a uri or nothing | { type: [string, 'null'], format: uri } == { anyOf: [{ type: string, format: uri }, { type: 'null' }] }
a date gets a time | { type: string, format: date } !! { type: string, format: date-time }
a text that may not be in ASCII | { type: string, format: idn-email } >> { type: string, format: email }
an address that may be relative | { type: string, format: uri-reference } >> { type: string, format: uri }
a number of double precision | { type: number, format: double } >> { type: number, format: float }
a private format changes | { type: string, format: sku-1 } !! { type: string, format: sku-2 }
a private format takes the place of a date | { type: string, format: date-time } !! { type: string, format: unix-time }
an integer without a sign | { type: integer, format: int32 } !! { type: integer, format: uint32 }
8 bits have a range | { type: integer, format: int8 } == { type: integer, format: int8, minimum: -128, maximum: 127 }
16 bits have a range | { type: integer, format: int16 } ==
  { type: integer, format: int16, minimum: -32768, maximum: 32767 }
32 bits have a range | { type: integer, format: int32 } ==
  { type: integer, format: int32, minimum: -2147483648, maximum: 2147483647 }
8 bits without a sign have a range | { type: integer, format: uint8 } == { type: integer, format: uint8, minimum: 0, maximum: 255 }
16 bits without a sign have a range | { type: integer, format: uint16 } ==
  { type: integer, format: uint16, minimum: 0, maximum: 65535 }
32 bits without a sign have a range | { type: integer, format: uint32 } ==
  { type: integer, format: uint32, minimum: 0, maximum: 4294967295 }
64 bits without a sign are not negative | { type: integer, format: uint64 } == { type: integer, format: uint64, minimum: 0 }
an integer of less bits | { type: integer, format: int32 } >> { type: integer, format: int16 }
a large integer without a sign | { type: integer, format: int64 } !! { type: integer, format: uint64 }
a text of digits gets longer | { type: string, format: int64 } >> { type: string, format: int32 }
a format beside a list of values | { type: string, enum: [a] } == { type: string, format: uuid, enum: [a] }
a date becomes a word | { type: string, format: date } !! { type: string, enum: [soon, '2020-01-01'] }
a date becomes one of two | { type: string, format: date } >> { type: string, enum: ['2020-01-01', '2021-01-01'] }
an address with any letters becomes one of a list, which nobody checks |
  { type: string, format: iri } !! { type: string, enum: ['https://a.test'] }
`,
);

/** The formats of JSON Schema 2020-12 (Validation, section 7.3), which validators check. */
const formatsOfJsonSchema = [
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
];

export const addedFormats = schemas(
  "formats",
  formatsOfJsonSchema
    .map(
      (format) =>
        `a text gets the format ${format} | { type: string } >> { type: string, format: ${format} }`,
    )
    .join("\n"),
);

/** Encodings of RFC 2045 that change no letter. */
export const plainEncodings = schemas(
  "content",
  ["7bit", "8bit", "binary"]
    .map(
      (encoding) =>
        `the encoding ${encoding} is written | { type: string } == { type: string, contentEncoding: ${encoding} }`,
    )
    .join("\n"),
);

/** Regular expressions that match every text, also one with line breaks. */
export const patternsForAll = schemas(
  "patterns",
  ["", ".*", "^", "$", "^.*", ".*$", "[\\s\\S]*", "^[\\s\\S]*$"]
    .map(
      (pattern) =>
        `the pattern '${pattern}' is written | { type: string } == { type: string, pattern: '${pattern}' }`,
    )
    .join("\n"),
);

export const patternOfOneLine = schemas(
  "patterns",
  "a text may no longer have several lines | { type: string } >> { type: string, pattern: '^.*$' }",
);
