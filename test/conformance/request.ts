import { compile } from "../support/at.ts";
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

const email = { $ref: "#/components/schemas/Email" };
const header = "Idempotency-Key";

/**
 * Makes requests such that none is refused for what an earlier one did: an email that is taken, an idempotency key that
 * was used. What is too short or too long for it stays as it is, and can be used once.
 */
export function freshener(): (request: Request) => Request {
  let n = 0;
  const used = new Set<string>();
  return (request) => {
    n++;
    return {
      ...request,
      headers: withFreshKey(request.headers, n, used),
      body: withFreshEmail(request.body, n),
    };
  };
}

function withFreshKey(headers: Request["headers"], n: number, used: Set<string>): Request["headers"] {
  const { [header]: key, ...others } = headers;
  if (key === undefined) return headers;
  const end = `-${n}`;
  const fresh = key.length > 2 * end.length ? key.slice(0, -end.length) + end : key;
  if (used.has(fresh)) return others;
  used.add(fresh);
  return { ...others, [header]: fresh };
}

function withFreshEmail(body: Request["body"], n: number): Request["body"] {
  const json = body && "json" in body ? body.json : undefined;
  const isEmail = compile(email);
  if (typeof json !== "object" || json === null || !("email" in json) || !isEmail(json.email)) return body;
  const fresh = `n${n}.${String(json.email)}`;
  return isEmail(fresh) ? { json: { ...json, email: fresh } } : body;
}
