import { operationsOf, type Contract } from "../model/contract.ts";
import { singular } from "../generate/client-names.ts";
import { isNode, type Node } from "../model/node.ts";

/** The objects that a run knows of, by the path of the collection that has them, e.g. `/books/7/copies`. */
export interface Objects {
  /** Ids that this run has made. Nothing else is changed or deleted. */
  made: Map<string, string[]>;
  /** Ids of others, for reading. */
  found: Map<string, string>;
}

export const noObjects = (): Objects => ({ made: new Map(), found: new Map() });

/**
 * Fills in the parameters of a path with the ids of objects.
 * @returns undefined when the run knows of no such object
 */
export function filledPath(
  template: string,
  objects: Objects,
  mayBeOthers: boolean,
): string | undefined {
  let path = "";
  for (const segment of template.split("/").slice(1)) {
    const id =
      objects.made.get(path)?.at(-1) ??
      (mayBeOthers ? objects.found.get(path) : undefined);
    if (segment.includes("{") && id === undefined) return undefined;
    path += `/${segment.replace(/\{[^}]+\}/, () => encodeURIComponent(id ?? ""))}`;
  }
  return path;
}

/** The name of the parameter after a path, if an operation has one there: `id` for `/books` beside `/books/{id}`. */
export function itemParameter(
  contract: Contract,
  template: string,
): string | undefined {
  const paths = operationsOf(contract).map(({ path }) => path);
  const item = paths.find(
    (path) =>
      path.startsWith(`${template}/{`) &&
      !path.slice(template.length + 1).includes("/"),
  );
  return item && /\{([^}]+)\}/.exec(item.slice(template.length))?.[1];
}

/** The id of the object in a response: in its body, in the `data` of it, or at the end of its `Location`. */
export function idIn(
  body: unknown,
  location: string | null,
  parameter: string,
): string | undefined {
  const object = isNode(body) && isNode(body["data"]) ? body["data"] : body;
  const own = isNode(object) ? idOf(object, parameter) : undefined;
  return own ?? location?.split(/[?#]/)[0]?.split("/").at(-1);
}

function idOf(object: Node, parameter: string): string | undefined {
  const id = [parameter, "id", "uuid", "_id"]
    .map((name) => object[name])
    .find((value) => typeof value === "string" || typeof value === "number");
  return id === undefined ? undefined : String(id);
}

/** The elements of a list in a response: the body, its `data`, or the first list in it. */
export function itemsIn(body: unknown): unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isNode(body)) return undefined;
  return Object.values(body).find((value) => Array.isArray(value));
}

/** The id of the first element of a list. */
export function firstId(body: unknown, parameter: string): string | undefined {
  const [item] = itemsIn(body) ?? [];
  return isNode(item) ? idOf(item, parameter) : undefined;
}

/** An id that this run has made, for a field such as `book_id`. */
export function madeIdFor(field: string, objects: Objects): string | undefined {
  const name = field.replace(/_?ids?$/i, "").toLowerCase();
  const found = [...objects.made].find(
    ([path]) => singular(path.split("/").at(-1) ?? "").toLowerCase() === name,
  );
  return found?.[1].at(-1);
}
