import { isRecord } from "./json.ts";

/** Marks an error about what a program gave, in every copy of this package: it is no failed connection. */
const mark = Symbol.for("contacts-client.mistake");

/** A TypeError about a value that a program gave, which no repetition mends. */
export const mistake = (message: string, cause?: unknown): TypeError =>
  Object.defineProperty(new TypeError(message, { cause }), mark, {
    value: true,
  });

/** Whether the error is such a TypeError. A mock of fetch throws it where a real one reports a broken connection. */
export const isMistake = (error: unknown): boolean =>
  isRecord(error) && mark in error;

/** Names a place within a value, e.g. `.custom_fields.score` or `.tags[2]`, for people. */
export type Naming = (place: string) => string;

/**
 * Writes a value as JSON, and refuses what `JSON.stringify` would change or drop. A property that is undefined is left
 * out, a valid Date becomes its ISO text, and what has a `toJSON` becomes what that returns.
 * @throws TypeError that names the place of a value that JSON lacks
 */
export function toJson(value: unknown, naming: Naming): string {
  check(value, "", [], naming);
  return JSON.stringify(value);
}

/** Refuses a value that holds anything but what JSON has. `around` are the objects that hold it. */
function check(
  given: unknown,
  place: string,
  around: readonly unknown[],
  naming: Naming,
): void {
  const refuse = (problem: string, cause?: unknown): never => {
    throw mistake(
      `${naming(place)} ${problem}, which JSON cannot hold.`,
      cause,
    );
  };
  const value = unwrapped(given, refuse);
  if (value === null || typeof value === "boolean" || Number.isFinite(value))
    return;
  if (typeof value === "string") {
    if (!isText(value)) refuse("has a lone surrogate");
    return;
  }
  if (!isRecord(value) || isOpaque(value))
    return refuse(`is ${describe(value)}`);
  if (around.includes(value)) refuse("is circular");

  const isList = Array.isArray(value);
  // Array.from fills the holes of a list, which entries leaves out.
  const fields = Object.entries(isList ? Array.from(value) : value);
  for (const [name, each] of fields) {
    if (each === undefined && !isList) continue;
    if (!isText(name)) refuse("has a name with a lone surrogate");
    const at = isList ? `[${name}]` : `.${name}`;
    check(each, place + at, [...around, value], naming);
  }
}

/** The value that JSON is made of: what `toJSON` returns, or the content of a boxed value. */
function unwrapped(
  value: unknown,
  refuse: (problem: string, cause?: unknown) => never,
): unknown {
  const { toJSON } = Object(value ?? {}) as { toJSON?: unknown };
  if (typeof toJSON === "function" && !isInvalidDate(value)) {
    try {
      return toJSON.call(value);
    } catch (cause) {
      return refuse(`has a toJSON that throws "${String(cause)}"`, cause);
    }
  }
  const isBoxed = /^(Number|String|Boolean)$/.test(tagOf(value));
  return isBoxed ? Object(value).valueOf() : value;
}

/** Whether a text has no half of a pair of UTF-16, which UTF-8 cannot write. */
export const isText = (text: string): boolean => !/\p{Cs}/u.test(text);

/** Whether JSON shows nothing of an object, or something else: a Map, a Promise, a class with private fields alone. */
export function isOpaque(value: object): boolean {
  if (Array.isArray(value)) return false;
  if (tagOf(value) !== "Object") return true;
  // Of whichever realm: tests of Jest have an Object of their own.
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || !Object.getPrototypeOf(prototype);
  return !isPlain && Object.keys(value).length === 0;
}

const tagOf = (value: unknown): string =>
  Object.prototype.toString.call(value).slice(8, -1);

const isInvalidDate = (value: unknown): boolean =>
  tagOf(value) === "Date" && Number.isNaN(Number(value));

/** A value in words that show nothing of its content, as that may be secret. */
export function describe(value: unknown): string {
  if (value == null || typeof value === "number") return String(value);
  if (isInvalidDate(value)) return "an invalid Date";
  const tag = isRecord(value) ? tagOf(value) : typeof value;
  const name = tag === "Object" ? String(Object(value).constructor?.name) : tag;
  return `${/^[aeio]/i.test(name) ? "an" : "a"} ${name}`;
}
