import type { Method } from "../document/methods.ts";

/** What is asked for: an operation that the contract does not have yet. */
export interface Wish {
  id: string;
  method: Method;
  path: string;
}

/** What the scaffold can write, the first a reading one. */
const offered: readonly Method[] = ["get", "post", "put", "patch", "delete"];

/**
 * Reads the options of the command.
 * @throws Error whose message says what to give instead
 */
export function readWish({ id, method, path }: { [name in keyof Wish]?: string | undefined }): Wish {
  if (id === undefined || !/^[a-z][a-zA-Z0-9]*$/.test(id))
    throw new Error("--id must be a verb and its object in camelCase, e.g. createTag.");
  const wanted = offered.find((one) => one === method?.toLowerCase());
  if (!wanted) throw new Error(`--method must be one of ${offered.join(", ")}.`);
  if (path === undefined || !/^\/v1(\/([a-z0-9_]+|\{[a-z_]+\}))+$/.test(path))
    throw new Error("--path must begin with /v1, in snake_case and plural, e.g. /v1/tags or /v1/tags/{id}.");
  return { id, method: wanted, path };
}

/** The collection that a path is about: `tags` of `/v1/tags/{id}`. */
export const collectionOf = (path: string): string =>
  path
    .split("/")
    .filter((part) => part !== "" && !part.startsWith("{"))
    .at(-1) ?? "";

/** `CreateTag` of `createTag`, `Ticket notes` of `ticket-notes`. */
export const capital = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1).replaceAll("-", " ");
