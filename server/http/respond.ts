import type { Response } from "express";
import type { Logger } from "pino";
import type { Validator } from "../contract/validator.ts";

/**
 * Sends a response that was checked against the contract; a replay was by the server that sent it first, which may be of a
 * later version. `headers` are those besides the common ones.
 * @throws what breaks the contract, and then sends nothing
 */
export type Respond = (
  response: Response,
  status: number,
  headers: Record<string, string>,
  body: object,
  isReplay?: boolean,
) => void;

/**
 * Headers of every response of the API, besides those of the contract. A response holds customers' data: no cache may
 * keep it (RFC 9111, section 5.2.2.5), and no browser may guess another type than JSON.
 */
export const fixedHeaders = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

/**
 * Makes what sends every response of an operation but a 304, without elements that break the contract. Express's own
 * `response.json` would also handle ETags and conditional requests, and other character sets.
 */
export function createRespond(
  responseError: Validator["responseError"],
  log: Logger,
): Respond {
  return (response, status, headers, body, isReplay = false) => {
    const errorOf = (body: unknown) =>
      responseError(response.req, status, body);
    const error = isReplay ? undefined : errorOf(body);
    const sound =
      error === undefined ? body : withoutBroken(body, errorOf, log);
    if (sound === undefined) throw error;
    const text = JSON.stringify(sound);
    setHead(response, status, headers);
    response.setHeader("Content-Type", "application/json; charset=utf-8");
    response.setHeader("Content-Length", Buffer.byteLength(text));
    response.end(text); // Node writes a text together with the headers, and bytes apart
  };
}

/** Sends that a client has what it asks for (D-44). */
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

/**
 * A page, or an object that shows others, without the elements that break the contract, which are logged: otherwise it were a
 * 500, no reader would get past a page, and a contact could not be read for one of its tickets. A page's cursor stays, as
 * each element has a position in the list.
 * @param errorOf why a body breaks the contract; undefined when it does not
 * @returns undefined when the body shows no objects, or breaks the contract without them too
 */
function withoutBroken(
  body: object,
  errorOf: (body: object) => unknown,
  log: Logger,
): object | undefined {
  const { data } = body as { data?: unknown };
  const [holder, whole] = Array.isArray(data)
    ? [body, (page: object) => page]
    : [data ?? {}, (object: object) => ({ ...body, data: object })];
  const lists = Object.entries(holder).flatMap(
    ([name, value]: [string, unknown]) =>
      Array.isArray(value) &&
      value.some((element) => idOf(element) !== undefined)
        ? [[name, value as unknown[]] as const]
        : [],
  );
  const bare = {
    ...holder,
    ...Object.fromEntries(lists.map(([name]) => [name, []])),
  };
  if (lists.length === 0 || errorOf(whole(bare)) !== undefined)
    return undefined;
  const sound = lists.map(([name, elements]) => {
    const isSound = (element: unknown) => {
      const err = errorOf(whole({ ...bare, [name]: [element] }));
      if (err !== undefined)
        log.error(
          { id: idOf(element), err },
          "an element that breaks the contract is not in its list",
        );
      return err === undefined;
    };
    return [name, elements.filter(isSound)];
  });
  return whole({ ...bare, ...Object.fromEntries(sound) });
}

const idOf = (element: unknown): unknown =>
  typeof element === "object" && element !== null && "id" in element
    ? element.id
    : undefined;
