import type { TestedOperation } from "../support/operation.ts";
import type { Rows } from "../support/world.ts";

/** A request to an operation. `{ct}` stands for the id of a contact, and so on: they are filled in at sending. */
export interface Request {
  path: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: Body | undefined;
}

/** A value that is sent as JSON, or bytes as they are. */
export type Body = { json: unknown } | { bytes: Buffer; type: string };

/** A request as fetch takes it. */
export interface Wire {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** The text that stands for the id of a thing of this kind. */
export const token = (kind: string) => `{${kind}}`;

/** Writes a request out, with the ids of these rows. */
export function toWire({ method, path }: TestedOperation, request: Request, rows: Rows): Wire {
  const body = request.body && bytesOf(request.body, rows);
  const query = request.query.map((pair) => pair.map((text) => escape(fill(text, rows))).join("="));
  // A comma between the items of a list is written as it is; one that is escaped belongs to an item.
  const search = query.join("&").replaceAll("%2C", ",");
  return {
    method,
    path:
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => escape(fill(request.path[name] ?? "", rows))) +
      (search === "" ? "" : `?${search}`),
    headers: {
      ...request.headers,
      ...(request.body && { "Content-Type": typeOf(request.body) }),
    },
    body,
  };
}

export const typeOf = (body: Body) => ("type" in body ? body.type : "application/json");

/** The bytes of a body. */
export function bytesOf(body: Body, rows?: Rows): Buffer {
  if ("bytes" in body) return body.bytes;
  const json = JSON.stringify(body.json);
  return Buffer.from(rows ? fill(json, rows) : json);
}

const fill = (text: string, rows: Rows) =>
  text.replaceAll(/\{([a-z]+)\}/g, (whole, kind: string) => rows[kind] ?? whole);

const escape = encodeURIComponent;
