import {
  operationsOf,
  type Contract,
  type Located,
} from "../model/contract.ts";
import { singular } from "../generate/client-names.ts";
import { isNode, type Node } from "../model/node.ts";
import type { Checker } from "./check.ts";
import {
  isAllowedInPath,
  listedValue,
  objectParameters,
  textInPath,
} from "./path-values.ts";
import type { TestRequest } from "./request.ts";
import { jsonOf, type TestResponse } from "./send.ts";

/** The objects that a run knows, by the path of their collection, e.g. `/books/7/copies`. */
export interface KnownObjects {
  /** Ids of objects that this run has created. Only these are changed or deleted. */
  created: Map<string, string[]>;
  /** Ids of objects that existed before, for reads. */
  existing: Map<string, string>;
}

/** Creates the empty state of a run. */
export const noObjects = (): KnownObjects => ({
  created: new Map(),
  existing: new Map(),
});

/** A path with the values of its parameters. */
interface FilledPath {
  path: string;
  /** True when it has the id of an object. */
  namesObject: boolean;
}

/**
 * Fills in the parameters of a path with the values that the contract lists, and with the ids of
 * known objects.
 * @param isRead also uses objects that the run has not created
 * @returns the reason in words when the run knows no such object, or only one that the path refuses
 */
export function filledPath(
  contract: Contract,
  located: Located,
  objects: KnownObjects,
  isRead: boolean,
  accepts: Checker["accepts"],
): FilledPath | string {
  let path = "";
  let namesObject = false;
  for (const segment of located.path.split("/").slice(1)) {
    const created = objects.created.get(path)?.at(-1);
    const existing = isRead ? objects.existing.get(path) : undefined;
    const id = created ?? existing;
    const [name, ...others] = objectParameters(contract, located, segment);
    if (name !== undefined && others.length === 0) {
      if (id === undefined)
        return isRead
          ? "The run found no such object."
          : "It would change an object that this run has not made.";
      if (!isAllowedInPath(contract, located, name, id, accepts))
        return `The server gave the id \`${id}\`, which the contract does not allow for \`${name}\` of the path.`;
      namesObject = true;
    }
    const filled = segment.replaceAll(/\{([^}]+)\}/g, (_, each: string) => {
      const value = listedValue(contract, located, each) ?? id ?? "";
      return textInPath(contract, located, each, value);
    });
    path += `/${filled}`;
  }
  return { path, namesObject };
}

/**
 * Returns the parameter of the items of a collection: `id` for `/books`, when the contract has
 * `/books/{id}`.
 */
export function itemParameter(
  contract: Contract,
  template: string,
): string | undefined {
  for (const located of operationsOf(contract)) {
    if (!located.path.startsWith(`${template}/{`)) continue;
    const segment = located.path.slice(template.length + 1);
    if (segment.includes("/")) continue;
    const [name] = objectParameters(contract, located, segment);
    if (name !== undefined) return name;
  }
  return undefined;
}

/**
 * Remembers the object that a creation made, and one element of a list for reads. Forgets an object
 * that was deleted.
 * @param response a successful response
 */
export function rememberObjects(
  contract: Contract,
  located: Located,
  request: TestRequest,
  response: TestResponse,
  objects: KnownObjects,
): void {
  const { method, path } = located;
  if (method === "delete")
    return forget(contract, located, request.path, objects);
  const parameter = itemParameter(contract, path);
  if (parameter === undefined) return;
  const body = jsonOf(response);
  if (method === "post") {
    const id = createdId(body, response.headers.get("location"), parameter);
    const ids = objects.created.get(request.path) ?? [];
    if (id !== undefined) objects.created.set(request.path, [...ids, id]);
  }
  if (method === "get") {
    const [element] = elementsOf(body) ?? [];
    const id = isNode(element) ? idOf(element, parameter) : undefined;
    if (id !== undefined) objects.existing.set(request.path, id);
  }
}

function forget(
  contract: Contract,
  located: Located,
  path: string,
  { created }: KnownObjects,
): void {
  const collection = path.slice(0, path.lastIndexOf("/"));
  const ids = created.get(collection) ?? [];
  created.set(
    collection,
    ids.filter((id) => itemPath(contract, located, collection, id) !== path),
  );
}

/**
 * Returns the path of an object.
 * @param located an operation of the object, e.g. its deletion
 * @param collection the path of its collection, e.g. `/books`
 */
export function itemPath(
  contract: Contract,
  located: Located,
  collection: string,
  id: string,
): string {
  const segment = located.path.split("/").at(-1) ?? "";
  const filled = segment.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = listedValue(contract, located, name) ?? id;
    return textInPath(contract, located, name, value);
  });
  return `${collection}/${filled}`;
}

/**
 * Returns the id of a new object: from the body, from its `data`, or from the end of the
 * `Location`.
 */
function createdId(
  body: unknown,
  location: string | null,
  parameter: string,
): string | undefined {
  const object = isNode(body) && isNode(body["data"]) ? body["data"] : body;
  const own = isNode(object) ? idOf(object, parameter) : undefined;
  return own ?? location?.split(/[?#]/)[0]?.split("/").at(-1);
}

/**
 * Returns the value of an object for a parameter of a path. A field may have only the last words of
 * the parameter's name: the field of `systemSymbol` is often `symbol`.
 */
function idOf(object: Node, parameter: string): string | undefined {
  const words = wordsOf(parameter);
  const fields = Object.keys(object);
  const endings = words.flatMap((_, start) => {
    const ending = words.slice(start).join(" ");
    return fields.filter((field) => wordsOf(field).join(" ") === ending);
  });
  const id = [parameter, ...endings, "id", "uuid", "_id"]
    .map((name) => object[name])
    .find((value) => typeof value === "string" || typeof value === "number");
  return id === undefined ? undefined : String(id);
}

/** Returns the words of a name in small letters: of `shipSymbol` and of `ship_symbol` the same. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

/** Returns the elements of a list: the body itself, or the first list in it. */
export function elementsOf(body: unknown): unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isNode(body)) return undefined;
  return Object.values(body).find((value) => Array.isArray(value));
}

/** Returns true for a field such as `book_id`, which names an object of a collection such as `/books`. */
export function isIdOf(field: string, collectionPath: string): boolean {
  const name = field.replace(/_?ids?$/i, "").toLowerCase();
  const collection = collectionPath.split("/").at(-1) ?? "";
  return singular(collection).toLowerCase() === name;
}

/** Returns an id that this run has created for a field such as `book_id`. */
export function createdIdFor(
  field: string,
  { created }: KnownObjects,
): string | undefined {
  for (const [path, ids] of created) if (isIdOf(field, path)) return ids.at(-1);
  return undefined;
}
