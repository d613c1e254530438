import { isPlainObject } from "./input.ts";

/** What an option must be, in words, and whether a value is that. */
type Kind = readonly [description: string, accepts: (value: unknown) => boolean];

/** Options that are known in a place → what each must be. */
export type Kinds = Readonly<Record<string, Kind>>;

const typeOf = (type: string): Kind => [
  `of type ${type}`,
  (value) => typeof value === type && value !== null,
];
const text = (form: RegExp, description: string): Kind => [
  `a text ${description}`,
  (value) => typeof value === "string" && form.test(value),
];
/** A whole number. */
export const wholeNumber = (from: number, to: number): Kind => [
  `a whole number from ${from} to ${to}`,
  (value) => Number.isInteger(value) && Number(value) >= from && Number(value) <= to,
];

/** What has these methods. */
const having = (...methods: string[]): Kind => [
  `an object with ${methods.join(", ")}`,
  (value) => methods.every((method) => typeof Object(value)[method] === "function"),
];

const plainObject: Kind = ["a plain object", isPlainObject];
const functionOf = typeOf("function");
const milliseconds = wholeNumber(1, 2 ** 31 - 1); // the longest that a timer takes
/** What a header can hold. */
export const printable = text(/^[\x20-\x7e]*[\x21-\x7e]$/, "of printable ASCII characters");

const retries = wholeNumber(0, 100);
const baseUrl: Kind = [
  "a text like http://127.0.0.1:3000, without user and query",
  (value) => /^https?:\/\/[^/@?#]+[^@?#]*$/i.test(String(value)) && URL.canParse(String(value)),
];

/** The options of every call. */
export const callOptions: Kinds = {
  timeout: milliseconds,
  totalTimeout: milliseconds,
  retries,
  headers: plainObject,
  signal: having("throwIfAborted", "addEventListener"),
};

/** The options of a call that creates. */
export const createOptions: Kinds = { ...callOptions, idempotencyKey: printable };

/** The options of `events.follow`. */
export const followOptions: Kinds = {
  ...callOptions,
  interval: milliseconds,
  onError: functionOf,
  onCursor: functionOf,
};

/** The options of a client, which are those of a call and its own. */
export const clientOptions: Kinds = {
  ...callOptions,
  apiKey: printable,
  baseUrl,
  fetch: functionOf,
  appName: printable,
  hooks: plainObject,
  logger: having("debug", "info", "warn", "error"),
  logLevel: text(/^(debug|info|warn|error|off)$/, "debug, info, warn, error or off"),
  dangerouslyAllowBrowser: typeOf("boolean"),
};

/** The options of a messenger. */
export const messengerOptions: Kinds = {
  token: printable,
  baseUrl,
  fetch: functionOf,
  timeout: milliseconds,
  totalTimeout: milliseconds,
  retries,
};

/** What can be called on the way of a request. */
export const hookOptions: Kinds = {
  request: functionOf,
  response: functionOf,
  retry: functionOf,
  failure: functionOf,
};

/** Headers that the client writes itself, or that would break the request. */
const ownHeaders = /^(authorization|idempotency-key|content-length|host)$/i;

/**
 * Holds options against what can work at all. What is undefined counts as left out.
 * @throws TypeError that names the option and shows no value, as one may be a key
 */
export function checkOptions(options: object, known: Kinds): void {
  for (const [name, value] of Object.entries(options)) {
    const kind = known[name];
    if (!kind) throw new TypeError(`${name} is not an option. There are: ${Object.keys(known).join(", ")}.`);
    const [description, accepts] = kind;
    if (value !== undefined && !accepts(value)) throw new TypeError(`${name} must be ${description}.`);
  }
  const { headers = {} } = options as { headers?: Record<string, unknown> };
  for (const [name, value] of Object.entries(headers))
    if (!/^[\w-]+$/.test(name) || ownHeaders.test(name) || !printable[1](value))
      throw new TypeError(`headers must not hold this name or text: ${name}.`);
}
