import { isText, toJson } from "./json-value.ts";

/** What an option must be, in words, and whether a value is that. */
export type Kind = readonly [
  description: string,
  accepts: (value: unknown) => boolean,
];

/** Options that are known in a place → what each must be. */
export type Kinds = Readonly<Record<string, Kind>>;

/** A whole number. */
export const wholeNumber = (from: number, to: number): Kind => [
  `a whole number from ${from} to ${to}`,
  (value) =>
    Number.isInteger(value) && Number(value) >= from && Number(value) <= to,
];

/** One of these values. */
export const oneOf = (values: readonly unknown[]): Kind => [
  `one of ${values.join(", ")}`,
  (value) => values.includes(value),
];

/** What has these methods. */
export const having = (...methods: string[]): Kind => [
  `an object with ${methods.join(", ")}`,
  (value) =>
    methods.every((method) => typeof Object(value)[method] === "function"),
];

/** What the client calls. */
export const functionKind: Kind = [
  "a function",
  (value) => typeof value === "function",
];

/** Whether it is an object with fields of its own, and no list, Date, Map, Headers or FormData. */
export const isPlainObject = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === "[object Object]";
/** What has fields of its own. */
export const plainObject: Kind = ["a plain object", isPlainObject];

/** A time, up to the longest that a timer takes. */
export const milliseconds = wholeNumber(1, 2 ** 31 - 1);
/** What a header can hold. */
export const printable: Kind = [
  "printable ASCII text",
  (value) => typeof value === "string" && /^[ -~]*[!-~]$/.test(value),
];

/** What a `Client-Name` can be. */
export const clientNameKind: Kind = [
  "1 to 64 letters, digits and . _ : / -, a letter or digit first",
  (value) =>
    typeof value === "string" && /^[A-Za-z0-9][\w.:/-]{0,63}$/.test(value),
];

/** The options that every call and every client has. */
export const times: Kinds = {
  timeout: milliseconds,
  totalTimeout: milliseconds,
  retries: wholeNumber(0, 100),
};

/** The options of every call. */
export const callOptions: Kinds = {
  ...times,
  headers: plainObject,
  signal: having("addEventListener"),
};

/** The options of a call that creates. */
export const createOptions: Kinds = {
  ...callOptions,
  idempotencyKey: printable,
};

/** Headers that the client or the runtime's fetch writes itself. */
const ownHeaders =
  /^(authorization|idempotency-key|content-length|host|expect|transfer-encoding|connection|keep-alive|upgrade)$/i;

function fail(what: string): never {
  throw new TypeError(what);
}

/** @throws TypeError that names the option and shows no value, as one may be a key */
export function checkOption(
  name: string,
  value: unknown,
  [description, accepts]: Kind,
): void {
  if (!accepts(value)) fail(`${name} must be ${description}.`);
}

/**
 * Holds options against what can work at all. What is undefined counts as left out.
 * @throws TypeError that names the option and shows no value, as one may be a key
 */
export function checkOptions(options: object, allowed: Kinds): void {
  if (!isPlainObject(options)) fail(`options must be ${plainObject[0]}.`);
  for (const [name, value] of Object.entries(options)) {
    const kind =
      (Object.hasOwn(allowed, name) && allowed[name]) ||
      fail(
        `${name} is none of the options: ${Object.keys(allowed).join(", ")}.`,
      );
    if (value !== undefined) checkOption(name, value, kind);
  }
  for (const [name, value] of Object.entries(
    (options as { headers?: object }).headers ?? {},
  ))
    if (!/^[\w-]+$/.test(name) || ownHeaders.test(name) || !printable[1](value))
      fail(`headers must not hold this name or text: ${name}.`);
}

/** The options that were given: what is undefined counts as left out. */
export const definedOptions = <Options extends object>(options: Options) =>
  Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as {
    [Name in keyof Options]?: Exclude<Options[Name], undefined>;
  };

/** What a method was called with. */
export interface Input {
  /** Its name, e.g. `contacts.get`. */
  method: string;
  path: Record<string, unknown>;
  query?: object | undefined;
  body?: unknown;
}

/**
 * Holds the arguments of a method against what can be sent at all; the server checks the rest. Returns the body as JSON.
 * @throws TypeError that names the argument, and the place of a value that JSON lacks
 */
export function checkInput({
  method,
  path,
  query = {},
  body,
}: Input): string | undefined {
  // A path with "", "." or ".." is the path of another operation, and no path can hold a lone surrogate.
  for (const [name, id] of Object.entries(path))
    if (typeof id !== "string" || /^\.{0,2}$/.test(id) || !isText(id))
      fail(`${name} of ${method} must be an id.`);
  for (const [name, value] of Object.entries({ body: body ?? {}, query }))
    if (!isPlainObject(value)) fail(`${name} of ${method} must be an object.`);
  if (body === undefined) return undefined;
  return toJson(
    body,
    (place) => `${place.replace(".", "") || "body"} of ${method}`,
  );
}
