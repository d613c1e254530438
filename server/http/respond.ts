import type { Response } from "express";
import type { Logger } from "pino";
import {
  BrokenResponse,
  type CheckResponse,
} from "../contract/response-check.ts";

/**
 * Checks a response against the contract, and sends it. A replay is not checked again: the server
 * that sent the first response has checked it, and may be of a later version.
 * @param headers the headers besides the common ones
 * @throws BrokenResponse when the response breaks the contract, and then sends nothing
 */
export type Respond = (
  response: Response,
  status: number,
  headers: Record<string, string>,
  body: object,
  isReplay?: boolean,
) => void;

/**
 * Headers of every response of the API that the contract does not list. A response holds customers'
 * data: no cache may keep it (RFC 9111, section 5.2.2.5), and no browser may guess another type
 * than JSON.
 */
export const fixedHeaders = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

/**
 * Makes the function that sends every response of an operation but a 304, without elements that
 * break the contract. Express's own `response.json` would also handle ETags and conditional
 * requests, and other character sets.
 */
export function createRespond(
  checkResponse: CheckResponse,
  log: Logger,
): Respond {
  return (response, status, headers, body, isReplay = false) => {
    const { operation } = response.req;
    const errorOf = (value: object) =>
      operation && !isReplay
        ? checkResponse(operation.id, status, value)
        : undefined;
    const error = errorOf(body);
    const sound = error ? withoutBroken(body, error, log) : body;
    if (error && (!sound || errorOf(sound))) throw error;
    const text = JSON.stringify(sound);
    setHead(response, status, headers);
    response.setHeader("Content-Type", "application/json; charset=utf-8");
    response.setHeader("Content-Length", Buffer.byteLength(text));
    response.end(text); // Node writes a text together with the headers, and bytes apart
  };
}

/** Sends a 304: the client has the representation that it asks for (D-44). */
export function notModified(
  response: Response,
  headers: Record<string, string>,
): void {
  setHead(response, 304, headers);
  response.end();
}

function setHead(
  response: Response,
  status: number,
  headers: Record<string, string>,
): void {
  response.statusCode = status;
  setHeaders(response, fixedHeaders);
  setHeaders(response, response.locals.crossOrigin ?? {});
  setHeaders(response, headers);
}

function setHeaders(response: Response, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers))
    response.setHeader(name, value);
}

/** A list of objects in a response, and the elements of it that break the contract. */
interface BrokenList {
  /** The names that lead to the list, e.g. `["data", "chapters"]`. */
  path: string[];
  /** The errors of each broken element, by its index. */
  errors: Map<number, BrokenResponse["errors"]>;
}

/**
 * Returns a page, or an object with elements, without the elements that break the contract, and
 * logs these elements. Otherwise the response would be a 500, and no reader could continue after
 * that page. A page's cursor stays, as each element has a position in the list.
 * @returns undefined when the contract is broken outside of such elements
 */
function withoutBroken(
  body: object,
  { errors }: BrokenResponse,
  log: Logger,
): object | undefined {
  const lists = new Map<string, BrokenList>();
  for (const error of errors) {
    const place = placeOf(body, error.path);
    if (!place) return undefined;
    const name = place.list.join("/");
    const list = lists.get(name) ?? { path: place.list, errors: new Map() };
    const others = list.errors.get(place.index) ?? [];
    list.errors.set(place.index, [...others, error]);
    lists.set(name, list);
  }
  const sound = structuredClone(body);
  for (const list of lists.values()) {
    const elements = valueAt(sound, list.path) as unknown[];
    const indexes = [...list.errors.keys()].sort((a, b) => b - a);
    for (const index of indexes) {
      const [broken] = elements.splice(index, 1);
      const err = new BrokenResponse(list.errors.get(index) ?? []);
      log.error(
        { id: idOf(broken), err },
        "an element that breaks the contract is not in its list",
      );
    }
  }
  return sound;
}

/**
 * Finds the element of a list of objects that a path of an error leads through: `["data", "1",
 * "name"]` of a page, or `["data", "chapters", "1", "number"]` of an object.
 */
function placeOf(
  body: object,
  path: string[],
): { list: string[]; index: number } | undefined {
  for (const depth of [1, 2]) {
    const list = path.slice(0, depth);
    const index = Number(path[depth]);
    const elements = valueAt(body, list);
    if (!Array.isArray(elements)) continue;
    const isObject = idOf(elements[index]) !== undefined;
    return isObject ? { list, index } : undefined;
  }
  return undefined;
}

function valueAt(value: unknown, path: string[]): unknown {
  let found = value;
  for (const name of path)
    found = (found as Record<string, unknown> | undefined)?.[name];
  return found;
}

const idOf = (element: unknown): unknown =>
  typeof element === "object" && element !== null && "id" in element
    ? element.id
    : undefined;
