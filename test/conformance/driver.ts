import { limits } from "../../generated/constants.ts";
import type { Json } from "../support/at.ts";
import {
  Finding,
  must,
  responseErrors,
  type HttpResponse,
} from "../support/check-response.ts";
import type { TestedOperation } from "../support/operation.ts";
import {
  credentialsOf,
  fillWorkspace,
  type Rows,
  type Target,
} from "../support/world.ts";
import { toWire, type Request, type Wire } from "./request.ts";
import { parsed } from "./verdict.ts";

/** Two workspaces with one of everything, thrice. */
export interface Workspaces {
  mine: Rows[];
  strangers: Rows[];
  /**
   * Returns a credential with quota left, for a request about these rows. A key has exactly these
   * scopes.
   */
  credential: (
    operation: TestedOperation,
    rows: Rows,
    scopes?: readonly string[],
  ) => Promise<string>;
}

const workspace = "mine";
/**
 * Fewer than a window allows, where a read is checked by three more requests, or a session to
 * write.
 */
const uses = { apiKey: 140, messengerPublicToken: 500, messengerVisitor: 100 };

/** Fills the store of a server, through its API and its operator's commands. */
export async function createWorkspaces(target: Target): Promise<Workspaces> {
  const keysByScopes = new Map<string, { secret: string; uses: number }>();
  const credentials = credentialsOf(target, workspace);
  return {
    mine: await fillWorkspace(target, workspace),
    strangers: await fillWorkspace(target, "strangers"),
    credential: async (operation, rows, scopes = operation.scopes) => {
      const { scheme } = operation;
      const name =
        scheme === "apiKey" ? scopes.join() : `${scheme} ${rows["ct"]}`;
      const before = keysByScopes.get(name);
      if (before && before.uses++ < uses[scheme]) return before.secret;
      const secret = await credentials.for(operation, rows, scopes);
      keysByScopes.set(name, { secret, uses: 1 });
      return secret;
    },
  };
}

/** A response with parsed JSON. */
export type JsonResponse = HttpResponse & { body: Json };

/** A request that was sent, and its response, which was held against the contract. */
export interface Exchange extends JsonResponse {
  operation: TestedOperation;
  request: Request;
  rows: Rows;
  wire: Wire;
  /** The header that it was sent with. */
  authorization: string;
}

/** Sends requests to a server and holds the form of each response against the contract. */
export interface Driver {
  world: Workspaces;
  /** Returns the number of requests that it has sent. */
  sent: () => number;
  /** The last of them, for a person. */
  last: () => string;
  /**
   * Sends a request with the credential that the operation requires, or with another
   * `Authorization`.
   */
  send: (
    operation: TestedOperation,
    request: Request,
    rows: Rows,
    authorization?: string,
  ) => Promise<Exchange>;
  /**
   * Sends a request about these rows as it is, with full access or with another `Authorization`.
   */
  fetch: (
    operation: TestedOperation,
    wire: Pick<Wire, "method" | "path"> & Partial<Pick<Wire, "headers">>,
    rows: Rows,
    authorization?: string,
  ) => Promise<JsonResponse>;
}

/** Sends a request to an operation, and reports what happens. `send` sends it to the server. */
export type Intercept = (
  operation: TestedOperation,
  wire: Wire,
  send: (wire: Wire) => Promise<JsonResponse>,
) => Promise<JsonResponse>;

/** A driver for a server whose store holds this world. */
export function createDriver(
  { address }: Pick<Target, "address">,
  world: Workspaces,
  intercept: Intercept = (_, wire, send) => send(wire),
): Driver {
  let sent = 0;
  let last = "";
  const checkWindow = windowWatcher();
  const exchange = async (
    operation: TestedOperation,
    wire: Wire,
    authorization: string,
  ) => {
    sent++;
    last = `${wire.method} ${wire.path} ${wire.body?.toString().slice(0, 1000) ?? ""}`;
    // Each request without a key comes from another address, so that none has used up its window.
    const from = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
    const headers = {
      ...wire.headers,
      "X-Forwarded-For": from,
      ...(authorization !== "" && { Authorization: authorization }),
    };
    const response = await intercept(operation, { ...wire, headers }, (asked) =>
      send(address, asked),
    );
    // The start of a session counts against the address, and each request has another address.
    if (operation.scheme !== "messengerPublicToken")
      checkWindow(authorization, response.status, response.headers);
    checkForm(operation, wire, response);
    return response;
  };
  return {
    world,
    sent: () => sent,
    last: () => last,
    send: async (operation, request, rows, authorization) => {
      const sentWith =
        authorization ?? `Bearer ${await world.credential(operation, rows)}`;
      const wire = toWire(operation, request, rows);
      const response = await exchange(operation, wire, sentWith);
      return {
        operation,
        request,
        rows,
        wire,
        authorization: sentWith,
        ...response,
      };
    },
    fetch: async (operation, wire, rows, authorization) => {
      const sentWith =
        authorization ??
        `Bearer ${await world.credential(operation, rows, ["*"])}`;
      return exchange(
        operation,
        { headers: {}, body: undefined, ...wire },
        sentWith,
      );
    },
  };
}

async function send(
  address: string,
  { path, body, ...wire }: Wire,
): Promise<JsonResponse> {
  const response = await fetch(address + path, {
    ...wire,
    body: body ? new Uint8Array(body) : null,
  });
  const text = await response.text();
  // What is no JSON stays text, which no schema of the contract allows.
  const json =
    text === ""
      ? undefined
      : (parsed({ bytes: Buffer.from(text), type: "" }) ?? text);
  return { status: response.status, headers: response.headers, body: json };
}

function checkForm(
  operation: TestedOperation,
  wire: Wire,
  response: HttpResponse,
): void {
  const { status, body } = response;
  must(
    "fault of the server",
    status < 500,
    () => `${status} ${JSON.stringify(body)}`,
  );
  // Without its id it is another path, which is no operation.
  const isOther =
    status === 404 && /\/(\/|$)/.test(wire.path.split("?")[0] ?? "");
  const [problem] = responseErrors(
    isOther ? undefined : operation,
    wire.method,
    response,
  );
  if (problem) throw new Finding(problem.law, problem.detail);
}

/**
 * Checks that each response has the limit of the contract, and that its request was counted
 * against the key: one less is left, or a new window began.
 */
function windowWatcher(): (
  authorization: string,
  status: number,
  headers: Headers,
) => void {
  const windows = new Map<string, { remaining: number; reset: number }>();
  return (authorization, status, headers) => {
    const [limit, remaining, reset] = ["limit", "remaining", "reset"].map(
      (name) => Number(headers.get(`x-ratelimit-${name}`)),
    );
    must(
      "window",
      limit === limits.requestsPerWindow,
      () => `the limit is ${limit}`,
    );
    const state = headers.get("ratelimit") ?? "";
    const policy = headers.get("ratelimit-policy") ?? "";
    const [, rest, end] =
      /^"requests";r=(\d+);t=(\d+)$/.exec(state)?.map(Number) ?? [];
    must(
      "window",
      rest === remaining,
      () => `${remaining} left, and RateLimit: ${state}`,
    );
    must(
      "window",
      (end ?? Infinity) <= limits.windowSeconds,
      () => `RateLimit: ${state}`,
    );
    must(
      "window",
      policy === `"requests";q=${limit};w=${limits.windowSeconds}`,
      () => policy,
    );
    if (status === 401) return; // counted against the address
    if (remaining === undefined || reset === undefined) return;
    const before = windows.get(authorization);
    windows.set(authorization, { remaining, reset });
    const counted =
      !before || reset > before.reset || remaining === before.remaining - 1;
    must(
      "window",
      counted,
      () => `${remaining} left after ${before?.remaining}`,
    );
  };
}
