import type { AnyBody, BodyOf } from "./body-of.ts";
import { checkResponse } from "./check-response.ts";

export interface CallOptions {
  key?: string | undefined;
  method?: string | undefined;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: string | Buffer;
  headers?: Record<string, string>;
}

/** Calls a path with options. */
export type Call = <
  Path extends string,
  const Options extends CallOptions = Record<never, never>,
>(
  path: Path,
  options?: Options,
) => Promise<TestResponse<BodyOf<Path, Options>>>;

/** Calls a path with a JSON body, by POST when there is one. */
export type Caller = <
  Path extends string,
  Json = undefined,
  const Method extends string = Json extends undefined ? "GET" : "POST",
>(
  path: Path,
  json?: Json,
  method?: Method,
) => Promise<TestResponse<BodyOf<Path, { method: Method }>>>;

export interface TestResponse<Body = AnyBody> {
  status: number;
  headers: Headers;
  /** Parsed JSON. */
  body: Body;
}

/** Calls the API of a server over HTTP and checks the response against the contract. */
export async function call<Body>(
  address: string,
  path: string,
  options: CallOptions = {},
): Promise<TestResponse<Body>> {
  const {
    key,
    json,
    body = json === undefined ? null : JSON.stringify(json),
    headers,
  } = options;
  const { method = body === null ? "GET" : "POST" } = options;
  const response = await fetch(address + path, {
    method,
    body,
    headers: {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(json === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
  });
  const text = await response.text();
  const received = {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
  checkResponse(method, path, received);
  return received;
}
