import type { Contract, Located } from "../model/contract.ts";
import type { Checker } from "./check.ts";
import {
  isAllowedInPath,
  objectParameters,
  textInPath,
} from "./path-values.ts";

/** The path of an object that should not exist. */
export interface UnknownObject {
  /** The path of the request. */
  path: string;
  /** The part of the path that names the object. */
  object: string;
}

/**
 * Replaces the last id in a path by one that hardly any object has.
 * @param path the path of a request, e.g. `/books/7`
 * @returns undefined when the path names no object, or allows no such id
 */
export function unknownObject(
  contract: Contract,
  located: Located,
  path: string,
  accepts: Checker["accepts"],
): UnknownObject | undefined {
  const segments = path.split("/");
  const index = located.path
    .split("/")
    .findLastIndex(
      (segment) =>
        /^\{[^}]+\}$/.test(segment) &&
        objectParameters(contract, located, segment).length > 0,
    );
  const segment = segments[index];
  if (segment === undefined) return undefined;
  const name = located.path.split("/")[index]?.slice(1, -1) ?? "";
  // The style of the parameter may write something before the id.
  const { length } = textInPath(contract, located, name, "");
  const id = unusedId(decodeURIComponent(segment.slice(length)));
  if (!isAllowedInPath(contract, located, name, id, accepts)) return undefined;
  segments[index] = textInPath(contract, located, name, id);
  return {
    path: segments.join("/"),
    object: segments.slice(0, index + 1).join("/"),
  };
}

/**
 * Makes an id of the same form. Its first half stays, as a prefix may name the type of the object.
 */
function unusedId(id: string): string {
  if (/^\d+$/.test(id)) return "2147483647";
  const half = Math.ceil(id.length / 2);
  const start = id.slice(0, half);
  const changed = start + id.slice(half).replaceAll(/[0-9a-z]/gi, "0");
  return changed === id ? `${start}9999` : changed;
}
