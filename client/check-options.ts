import { isPlainObject } from "./input.ts";

/** What an option must be, in words, and whether a value is that. */
type Kind = readonly [description: string, accepts: (value: unknown) => boolean];

/** Options that are known in a place → what each must be. */
export type Kinds = Readonly<Record<string, Kind>>;

/** A whole number. */
export const wholeNumber = (from: number, to: number): Kind => [
  `a whole number from ${from} to ${to}`,
  (value) => Number.isInteger(value) && Number(value) >= from && Number(value) <= to,
];

/** One of these texts. */
export const oneOf = (texts: readonly unknown[]): Kind => [
  `one of ${texts.join(", ")}`,
  (value) => texts.includes(value),
];

/** What has these methods. */
export const having = (...methods: string[]): Kind => [
  `an object with ${methods.join(", ")}`,
  (value) => methods.every((method) => isFunction(Object(value)[method])),
];

const isFunction = (value: unknown) => typeof value === "function";
/** What the client calls. */
export const functionKind: Kind = ["a function", isFunction];
/** What has fields of its own. */
export const plainObject: Kind = ["a plain object", isPlainObject];
/** A time, up to the longest that a timer takes. */
export const milliseconds = wholeNumber(1, 2 ** 31 - 1);
/** What a header can hold. */
export const printable: Kind = [
  "printable ASCII text",
  (value) => typeof value === "string" && /^[ -~]*[!-~]$/.test(value),
];

const times: Kinds = { timeout: milliseconds, totalTimeout: milliseconds, retries: wholeNumber(0, 100) };

/** The options of every call. */
export const callOptions: Kinds = {
  ...times,
  headers: plainObject,
  signal: having("throwIfAborted"),
};

/** The options of a call that creates. */
export const createOptions: Kinds = { ...callOptions, idempotencyKey: printable };

/** In place of `URL.canParse`, which the browsers of some visitors do not have. */
function isUrl(address: string): boolean {
  try {
    return Boolean(new URL(address));
  } catch {
    return false;
  }
}

/** The options of what sends requests. */
export const sendOptions: Kinds = {
  ...times,
  fetch: functionKind,
  baseUrl: [
    "like http://127.0.0.1:3000, without user and query",
    (value) => /^https?:\/\/[^@?#]+$/i.test(String(value)) && isUrl(String(value)),
  ],
};

/** Headers that the client or the runtime's fetch writes itself. */
const ownHeaders =
  /^(authorization|idempotency-key|content-length|host|expect|transfer-encoding|connection|keep-alive|upgrade)$/i;

/**
 * Holds options against what can work at all. What is undefined counts as left out.
 * @throws TypeError that names the option and shows no value, as one may be a key
 */
export function checkOptions(options: object, allowed: Kinds): void {
  const fail = (what: string) => {
    throw new TypeError(what);
  };
  if (!isPlainObject(options)) fail("options must be a plain object.");
  for (const [name, value] of Object.entries(options)) {
    const kind =
      allowed[name] ?? fail(`${name} is not an option. There are: ${Object.keys(allowed).join(", ")}.`);
    if (value !== undefined && !kind[1](value)) fail(`${name} must be ${kind[0]}.`);
  }
  const { headers = {} } = options as { headers?: object };
  for (const [name, value] of Object.entries(headers))
    if (!/^[\w-]+$/.test(name) || ownHeaders.test(name) || !printable[1](value))
      fail(`headers must not hold this name or text: ${name}.`);
}
