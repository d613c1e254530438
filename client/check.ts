import { isEncoded } from "../generated/calls.ts";
import { isText, toJson } from "./json-value.ts";

/** The requirement for an option. */
export interface OptionType {
  /** The words for an error message. */
  description: string;
  accepts: (value: unknown) => boolean;
}

/** Option → requirement. */
export type OptionTypes = Readonly<Record<string, OptionType>>;

/** Requires a whole number in a range. */
export const wholeNumber = (from: number, to: number): OptionType => ({
  description: `a whole number from ${from} to ${to}`,
  accepts: (value) =>
    Number.isInteger(value) && Number(value) >= from && Number(value) <= to,
});

/** Requires one of these values. */
export const oneOf = (values: readonly unknown[]): OptionType => ({
  description: `one of ${values.join(", ")}`,
  accepts: (value) => values.includes(value),
});

/** Requires an object with these methods. */
export const having = (...methods: string[]): OptionType => ({
  description: `an object with ${methods.join(", ")}`,
  accepts: (value) =>
    methods.every((method) => typeof Object(value)[method] === "function"),
});

/** Requires a function. */
export const functionType: OptionType = {
  description: "a function",
  accepts: (value) => typeof value === "function",
};

/** Returns true for an object that is no list, Date, Map, Headers or FormData. */
export const isPlainObject = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === "[object Object]";
/** Requires a plain object. */
export const plainObject: OptionType = {
  description: "a plain object",
  accepts: isPlainObject,
};

/** The maximum of timers, in milliseconds. */
export const maxTimer = 2 ** 31 - 1;
/** Requires a time in milliseconds, within the maximum of timers. */
export const milliseconds = wholeNumber(1, maxTimer);
/** Requires a text that a header can contain. */
export const printable: OptionType = {
  description:
    "printable ASCII text without a line break or a space at its end",
  accepts: (value) => typeof value === "string" && /^[ -~]*[!-~]$/.test(value),
};

/** Requires a credential that can be sent. */
export const sendable: OptionType = isEncoded
  ? {
      description: "text without control characters",
      accepts: (value) =>
        typeof value === "string" &&
        isText(value) &&
        /^[ -~\u00A0-\uFFFF]+$/.test(value),
    }
  : printable;

/** Requires a valid `Client-Name`. */
export const clientNameType: OptionType = {
  description: "1 to 64 letters, digits and . _ : / -, a letter or digit first",
  accepts: (value) =>
    typeof value === "string" && /^[A-Za-z0-9][\w.:/-]{0,63}$/.test(value),
};

/** The time options of calls and clients. */
export const times: OptionTypes = {
  timeout: milliseconds,
  totalTimeout: milliseconds,
  retries: wholeNumber(0, 100),
};

/** The options of every call. */
export const callOptions: OptionTypes = {
  ...times,
  headers: plainObject,
  signal: having("addEventListener"),
};

/** The options of a call that creates. */
export const createOptions: OptionTypes = {
  ...callOptions,
  idempotencyKey: printable,
};

/** Headers that the client or fetch writes itself. */
const ownHeaders =
  /^(authorization|idempotency-key|content-length|host|expect|transfer-encoding|connection|keep-alive|upgrade)$/i;

function fail(what: string): never {
  throw new TypeError(what);
}

/**
 * Checks the value of an option.
 * @throws TypeError with the name of the option, without its value, which may be a key
 */
export function checkOption(
  name: string,
  value: unknown,
  { description, accepts }: OptionType,
): void {
  if (!accepts(value)) fail(`${name} must be ${description}.`);
}

/**
 * Checks options. An undefined option counts as left out.
 * @throws TypeError with the name of the option, without its value, which may be a key
 */
export function checkOptions(options: object, allowed: OptionTypes): void {
  if (!isPlainObject(options))
    fail(`options must be ${plainObject.description}.`);
  for (const [name, value] of Object.entries(options)) {
    const type = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
    if (!type)
      fail(
        `${name} is not an option. The options are: ${Object.keys(allowed).join(", ")}.`,
      );
    if (value !== undefined) checkOption(name, value, type);
  }
  const { headers = {} } = options as { headers?: object };
  for (const [name, value] of Object.entries(headers)) {
    const isAllowed = /^[\w-]+$/.test(name) && !ownHeaders.test(name);
    if (!isAllowed || !printable.accepts(value))
      fail(`headers must not have this name or value: ${name}.`);
  }
}

/** Removes undefined options. */
export const definedOptions = <Options extends object>(options: Options) =>
  Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as {
    [Name in keyof Options]?: Exclude<Options[Name], undefined>;
  };

/** The arguments of a method, without options. */
export interface MethodInput {
  /** The name of the method, e.g. `contacts.get`. */
  method: string;
  path: Record<string, unknown>;
  query?: object | undefined;
  body?: unknown;
}

/**
 * Checks that the arguments of a method can be sent. The server checks the rest.
 * @returns the body as JSON
 * @throws TypeError with the name of the argument, and the path of a value that JSON cannot contain
 */
export function checkInput({
  method,
  path,
  query,
  body,
}: MethodInput): string | undefined {
  // "", "." and ".." would make the path of another operation, and no path can contain a lone
  // surrogate.
  for (const [name, id] of Object.entries(path))
    if (typeof id !== "string" || /^\.{0,2}$/.test(id) || !isText(id))
      fail(`${name} of ${method} must be an id.`);
  for (const [name, value] of Object.entries({ body, query }))
    if (value !== undefined && !isPlainObject(value))
      fail(`${name} of ${method} must be an object.`);
  if (body === undefined) return undefined;
  return toJson(
    body,
    (place) => `${place.replace(".", "") || "body"} of ${method}`,
  );
}
