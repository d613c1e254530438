/** What a method was called with. */
export interface Input {
  /** Its name, e.g. `contacts.get`. */
  method: string;
  path: Record<string, unknown>;
  query?: object | undefined;
  body?: unknown;
}

/**
 * Holds the arguments of a method against what can be sent at all; the server checks the rest.
 * @throws TypeError that names the argument
 */
export function checkInput({ method, path, query = {}, body = {} }: Input): void {
  const fail = (name: string, what: string) => {
    throw new TypeError(`${name} of ${method} must be an ${what}.`);
  };
  // A path with "", "." or ".." is the path of another operation, and no path can hold a lone surrogate.
  for (const [name, id] of Object.entries(path))
    if (typeof id !== "string" || /^\.{0,2}$|\p{Cs}/u.test(id)) fail(name, "id");
  for (const [name, value] of Object.entries({ body, query }))
    if (!isPlainObject(value)) fail(name, "object");
}

/** Whether it is an object with fields of its own, and no list, Date, Map, Headers or FormData. */
export const isPlainObject = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === "[object Object]";
