import { isDeepStrictEqual } from "node:util";
import { responseErrors, type HttpResponse } from "../support/response-errors.ts";
import { at, contract, type Json } from "../support/at.ts";
import { noteShown } from "../support/declared.ts";
import { Finding, must } from "./finding.ts";
import type { TestedOperation } from "../support/operation.ts";
import { toWire, type Request, type Wire } from "./request.ts";
import type { Rows, Target } from "../support/world.ts";
import type { World } from "./world.ts";
import { limits } from "../../generated/constants.ts";

/** A request that was sent, and its response, whose form is as declared. */
export interface Exchange {
  operation: TestedOperation;
  request: Request;
  rows: Rows;
  wire: Wire;
  /** The header that it was sent with. */
  authorization: string;
  status: number;
  headers: Headers;
  /** Parsed JSON, which was held against the contract. */
  body: Json;
}

/** Sends requests to a server and holds the form of each response against the contract. */
export interface Driver {
  world: World;
  /** How many requests it has sent. */
  sent: () => number;
  /** The last of them, for a person. */
  last: () => string;
  /** Sends a request with what the operation requires and no more, or with another `Authorization`. */
  send: (
    operation: TestedOperation,
    request: Request,
    rows: Rows,
    authorization?: string,
  ) => Promise<Exchange>;
  /** Sends a request about these rows as it is, with full access or with another `Authorization`. */
  fetch: (
    operation: TestedOperation,
    wire: Pick<Wire, "method" | "path"> & Partial<Pick<Wire, "headers">>,
    rows: Rows,
    authorization?: string,
  ) => Promise<HttpResponse & { body: Json }>;
}

/** A driver for a server whose store holds this world. */
export function createDriver({ address }: Target, world: World): Driver {
  let sent = 0;
  let last = "";
  const checkWindow = windowWatcher();
  const exchange = async (operation: TestedOperation, wire: Wire, authorization: string) => {
    sent++;
    last = `${wire.method} ${wire.path} ${wire.body?.toString().slice(0, 1000) ?? ""}`;
    const response = await call(address, wire, authorization, sent);
    checkForm(operation, wire, response);
    // What starts a session is counted against the address, and each request comes from another one.
    if (operation.scheme !== "messengerPublicToken")
      checkWindow(authorization, response.status, response.headers);
    return response;
  };
  return {
    world,
    sent: () => sent,
    last: () => last,
    send: async (operation, request, rows, authorization) => {
      const sentWith = authorization ?? `Bearer ${await world.credential(operation, rows)}`;
      const wire = toWire(operation, request, rows);
      const response = await exchange(operation, wire, sentWith);
      return { operation, request, rows, wire, authorization: sentWith, ...response };
    },
    fetch: async (operation, wire, rows, authorization) => {
      const sentWith = authorization ?? `Bearer ${await world.credential(operation, rows, ["*"])}`;
      return exchange(operation, { headers: {}, body: undefined, ...wire }, sentWith);
    },
  };
}

/** Each request without a key comes from another address, so that none has used up its window. */
async function call(
  address: string,
  { method, path, headers, body }: Wire,
  authorization: string,
  n: number,
): Promise<HttpResponse & { body: Json }> {
  const from = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  const response = await fetch(address + path, {
    method,
    headers: {
      ...headers,
      "X-Forwarded-For": from,
      ...(authorization !== "" && { Authorization: authorization }),
    },
    body: body ? new Uint8Array(body) : null,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parsed(text) };
}

/** What is no JSON stays text, which no schema of the contract allows. */
function parsed(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function checkForm({ id, path, method }: TestedOperation, wire: Wire, response: HttpResponse): void {
  const { status, body } = response;
  must("fault of the server", status < 500, () => `${status} ${JSON.stringify(body)}`);
  const { responses, ...marks } = at(`/paths/${path.replaceAll("/", "~1")}/${method.toLowerCase()}`);
  // Without its id it is another path, which is no operation.
  const isOther = status === 404 && /\/(\/|$)/.test(wire.path.split("?")[0] ?? "");
  const declared = isOther ? contract["x-unrouted-responses"] : responses;
  const [problem] = responseErrors(declared, wire.method, response);
  if (problem) throw new Finding(problem.law, problem.detail);
  if (!isOther) checkDeprecation(response.headers, marks);
  if (status < 300) noteShown(id, responses[status], response);
}

/** A deprecated operation says by headers since when it is and its last day; no other has them. */
function checkDeprecation(headers: Headers, marks: Record<string, unknown>): void {
  const [, from] = /^@(\d+)$/.exec(headers.get("deprecation") ?? "") ?? [];
  const sunset = headers.get("sunset");
  const days = [from && Number(from) * 1000, sunset].map(
    (time) => time && new Date(time).toISOString().slice(0, 10),
  );
  const isSo = isDeepStrictEqual(days, [marks["x-deprecated-on"], marks["x-sunset"] ?? null]);
  must("deprecation", isSo, () => `the headers say ${days.join(" and ")}`);
}

/**
 * Checks of each response that it tells the limit of the contract, and that its request was counted against the key: one
 * less is left, or a new window began.
 */
function windowWatcher(): (authorization: string, status: number, headers: Headers) => void {
  const windows = new Map<string, { remaining: number; reset: number }>();
  return (authorization, status, headers) => {
    const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) =>
      Number(headers.get(`x-ratelimit-${name}`)),
    );
    must("window", limit === limits.requestsPerWindow, () => `the limit is ${limit}`);
    const [state, policy] = [headers.get("ratelimit") ?? "", headers.get("ratelimit-policy") ?? ""];
    const [, rest, end] = /^"requests";r=(\d+);t=(\d+)$/.exec(state)?.map(Number) ?? [];
    must("window", rest === remaining, () => `${remaining} left, and RateLimit: ${state}`);
    must("window", (end ?? Infinity) <= limits.windowSeconds, () => `RateLimit: ${state}`);
    must("window", policy === `"requests";q=${limit};w=${limits.windowSeconds}`, () => policy);
    if (status === 401) return; // counted against the address
    if (remaining === undefined || reset === undefined) return;
    const before = windows.get(authorization);
    windows.set(authorization, { remaining, reset });
    const counted = !before || reset > before.reset || remaining === before.remaining - 1;
    must("window", counted, () => `${remaining} left after ${before?.remaining}`);
  };
}
