import type { Input } from "./call.ts";

/**
 * Holds the arguments of a method against what can be sent at all; the server checks the rest.
 * @throws TypeError that names the argument
 */
export function checkInput({ method, path, query = {}, body = {} }: Input): void {
  // A path with "", "." or ".." is the path of another operation.
  const isId = (id: unknown) => typeof id === "string" && !/^\.{0,2}$/.test(id);
  const fault =
    Object.keys(path).find((name) => !isId(path[name])) ??
    Object.entries({ body, query }).find(
      ([, value]) => Object.prototype.toString.call(value) !== "[object Object]",
    )?.[0];
  if (fault) throw new TypeError(`${fault} of ${method} must be an ${fault in path ? "id" : "object"}.`);
}
