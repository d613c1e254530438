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
  const refuse = (name: string, what: string) => {
    throw new TypeError(`${name} of ${method} must be an ${what}.`);
  };
  // A path with "", "." or ".." is the path of another operation.
  for (const [name, id] of Object.entries(path))
    if (typeof id !== "string" || /^\.{0,2}$/.test(id)) refuse(name, "id");
  for (const [name, value] of Object.entries({ body, query }))
    if (Object.prototype.toString.call(value) !== "[object Object]") refuse(name, "object");
}
