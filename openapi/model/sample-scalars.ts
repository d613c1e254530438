import type { Schema } from "./contract.ts";
import { childOf } from "./node.ts";

/** Returns a number that a schema allows: 1 where it may be, or else one close to a bound. */
export function numberSample(schema: Schema): number {
  const { minimum, maximum, multipleOf } = schema;
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  const isInteger = [schema.type].flat().includes("integer");
  const step = multipleOf ?? (isInteger ? 1 : 0.5);
  const candidates = [
    1,
    minimum,
    above === undefined ? undefined : above + step,
    maximum,
    below === undefined ? undefined : below - step,
    0,
    above !== undefined && below !== undefined
      ? (above + below) / 2
      : undefined,
  ].filter((each) => each !== undefined);
  const multiples = candidates.flatMap((each) =>
    multipleOf === undefined
      ? each
      : [
          Math.ceil(each / multipleOf) * multipleOf,
          Math.floor(each / multipleOf) * multipleOf,
        ],
  );
  const isAllowed = (value: number) =>
    value >= (minimum ?? -Infinity) &&
    value <= (maximum ?? Infinity) &&
    value > (above ?? -Infinity) &&
    value < (below ?? Infinity);
  return multiples.find(isAllowed) ?? 1;
}

/** Format → a text that has it. */
const textsByFormat: Record<string, string> = {
  date: "2026-01-15",
  "date-time": "2026-01-15T12:00:00Z",
  time: "12:00:00Z",
  uuid: "7f1d6a52-2c9b-4f0e-9c55-3f6a0f1b2c3d",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  duration: "P1D",
  byte: "ZXhhbXBsZQ==",
  hostname: "example.com",
};

/** Returns a text that a schema allows, if it has no pattern: `word`, or a text of its format. */
export function textSample(
  { format = "", minLength = 1, maxLength = 11 }: Schema,
  word: string,
): string {
  const texts = {
    ...textsByFormat,
    email: `${word}@example.com`,
    uri: `https://example.com/${word}`,
    url: `https://example.com/${word}`,
  };
  const text = childOf(texts, format) ?? word.slice(0, maxLength);
  return String(text).padEnd(minLength, "x");
}
