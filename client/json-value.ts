import { isRecord } from "./json.ts";

/** Identifies errors about values of the program, in every copy of this package. */
const mistakeKey = Symbol.for("contacts-client.mistake");

/** Creates a TypeError about a value of the program. A repetition cannot succeed. */
export const mistake = (message: string, cause?: unknown): TypeError =>
  Object.defineProperty(new TypeError(message, { cause }), mistakeKey, {
    value: true,
  });

/**
 * Returns true for such a TypeError. A mock of fetch throws it, where a real fetch reports a failed
 * connection.
 */
export const isMistake = (error: unknown): boolean =>
  isRecord(error) && mistakeKey in error;

/** Writes the path of a value, e.g. `.custom_fields.score` or `.tags[2]`, for people. */
export type Naming = (place: string) => string;

/**
 * Writes a value as JSON. Rejects values that `JSON.stringify` would change or drop. An undefined
 * property is left out, a valid Date is written as ISO text, and the result of a `toJSON` replaces
 * its object.
 * @throws TypeError with the path of a value that JSON cannot contain
 */
export function toJson(value: unknown, naming: Naming): string {
  check(value, "", [], naming);
  return JSON.stringify(value);
}

/**
 * Rejects values that JSON cannot contain.
 * @param parents the objects that contain the value
 */
function check(
  given: unknown,
  place: string,
  parents: readonly unknown[],
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
  if (parents.includes(value)) refuse("is circular");

  const isList = Array.isArray(value);
  // Array.from fills the holes of a list, which entries leaves out.
  const fields = Object.entries(isList ? Array.from(value) : value);
  for (const [name, each] of fields) {
    if (each === undefined && !isList) continue;
    if (!isText(name)) refuse("has a name with a lone surrogate");
    const at = isList ? `[${name}]` : `.${name}`;
    check(each, place + at, [...parents, value], naming);
  }
}

/** Returns the value for JSON: the result of `toJSON`, or the content of a boxed value. */
function unwrapped(
  value: unknown,
  refuse: (problem: string, cause?: unknown) => never,
): unknown {
  const { toJSON } = Object(value) as { toJSON?: unknown };
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

/**
 * Returns true for a text without lone surrogates, which UTF-8 cannot write. With the flag `u` a
 * pair counts as one character. React Native 0.74 knows no Unicode properties.
 */
export const isText = (text: string): boolean => !/[\uD800-\uDFFF]/u.test(text);

/**
 * Returns true for an object whose content JSON would lose: a Map, a Promise, a class with only
 * private fields.
 */
export function isOpaque(value: object): boolean {
  if (Array.isArray(value)) return false;
  if (tagOf(value) !== "Object") return true;
  // Of any realm: tests of Jest have their own Object.
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || !Object.getPrototypeOf(prototype);
  return !isPlain && Object.keys(value).length === 0;
}

const tagOf = (value: unknown): string =>
  Object.prototype.toString.call(value).slice(8, -1);

const isInvalidDate = (value: unknown): boolean =>
  tagOf(value) === "Date" && Number.isNaN(Number(value));

/** Describes the type of a value without its content, which may be secret. */
export function describe(value: unknown): string {
  if (value == null || typeof value === "number") return String(value);
  if (isInvalidDate(value)) return "an invalid Date";
  const tag = isRecord(value) ? tagOf(value) : typeof value;
  const name = tag === "Object" ? String(Object(value).constructor?.name) : tag;
  return `${/^[aeio]/i.test(name) ? "an" : "a"} ${name}`;
}
