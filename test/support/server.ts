import { randomBytes, randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { createApp, type Parts } from "../../server/app.ts";
import { loadContract } from "../../server/contract/load.ts";
import { createValidator } from "../../server/contract/validator.ts";
import { type Cipher, createCipher } from "../../server/auth/encryption.ts";
import { listen } from "../../server/http/listen.ts";
import { createKey, type Scope } from "../../server/auth/keys.ts";
import { createMemoryLimiter } from "../../server/limits/limiter.ts";
import { createRedisLimiter } from "../../server/limits/redis-limiter.ts";
import { createLog } from "../../server/telemetry/log.ts";
import type { OpenStore } from "../../server/store/store.ts";
import type { AnyBody, BodyOf } from "./body.ts";
import { checkResponse } from "./check-response.ts";
import { heldToOneWorkspace } from "./one-workspace.ts";
import { onPostgres, openTestStore, type StoreOptions } from "./store.ts";

export interface TestServer {
  address: string;
  store: OpenStore;
  cipher: Cipher;
  /** Makes a key. Without a workspace it is one of the workspace `test`. */
  key: (scopes: Scope[], workspace?: string) => Promise<string>;
  /** Calls the API over HTTP and holds the response against the contract. */
  call: Call;
  /** Calls with a key and JSON. */
  caller: (key: () => string) => Caller;
}

export interface CallOptions {
  key?: string;
  method?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: string | Buffer;
  headers?: Record<string, string>;
}

export type Call = <Path extends string, const Options extends CallOptions = Record<never, never>>(
  path: Path,
  options?: Options,
) => Promise<TestResponse<BodyOf<Path, Options>>>;

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

const { TEST_REDIS_URL } = process.env;
const validator = await createValidator(loadContract());

/** A real server on a free port with a store of its own; it stops after the file's tests. */
export async function startServer(options: Partial<Parts> & StoreOptions = {}): Promise<TestServer> {
  const log = createLog("silent");
  const store = await openTestStore(options);
  const limiter =
    options.limiter ??
    (onPostgres && TEST_REDIS_URL
      ? await createRedisLimiter(ownKeys(TEST_REDIS_URL), log)
      : createMemoryLimiter());
  const cipher = createCipher(randomBytes(32));
  const parts = { validator, store: heldToOneWorkspace(store), cipher, limiter, log };
  const app = createApp({ ...parts, ...options });
  const { address, close } = await listen(app, limiter);
  afterAll(async () => {
    await close();
    await limiter.close();
    await store.close();
  });
  return {
    address,
    store,
    cipher,
    key: async (scopes, workspace = "test") => (await createKey(store, { workspace, scopes })).key,
    call: (path, request) => call(address, path, request),
    caller: (key) => (path, json, method) =>
      call(address, path, { key: key(), ...(json !== undefined && { json }), ...(method && { method }) }),
  };
}

/** Redis with keys of their own: all tests come from one address, whose window other servers use up. */
function ownKeys(redis: string): string {
  const url = new URL(redis);
  url.searchParams.set("keyPrefix", `${randomUUID()}:`);
  return url.href;
}

async function call<Body>(
  address: string,
  path: string,
  options: CallOptions = {},
): Promise<TestResponse<Body>> {
  const { key, json, body = json === undefined ? null : JSON.stringify(json), headers } = options;
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
