import { randomBytes, randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { createApp, type AppOptions } from "../../server/app.ts";
import { loadContract } from "../../server/contract/load.ts";
import { createValidator } from "../../server/contract/validator.ts";
import { type Cipher, createCipher } from "../../server/auth/encryption.ts";
import { boundedLines } from "../../server/http/access-log.ts";
import { listen } from "../../server/http/listen.ts";
import { createKey, type Scope } from "../../server/auth/keys.ts";
import { createMemoryLimiter } from "../../server/limits/limiter.ts";
import { createRedisLimiter } from "../../server/limits/redis.ts";
import { createLog } from "../../server/telemetry/log.ts";
import type { OpenStore } from "../../server/store/store.ts";
import { checkResponse } from "./check-response.ts";
import { heldToOneWorkspace } from "./store.ts";
import { onPostgres, openTestStore, type StoreOptions } from "./store.ts";
import type { components, paths } from "../../generated/types.ts";

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
  /** Calls with a key of its own for everything in a workspace, by default in `test`, and JSON. */
  as: (workspace?: string) => Promise<Caller>;
  /** The id of a workspace, which it makes if there is none. */
  workspaceId: (workspace?: string) => Promise<string>;
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

/** What `serve` cannot choose by itself. */
type Served = Partial<AppOptions> & Pick<AppOptions, "store">;

/** Serves a store on a free port, as `npm start` does, without a log. `close` leaves the store open. */
export async function serve(
  parts: Served,
): Promise<{ address: string; cipher: Cipher; close: () => Promise<void> }> {
  const { limiter = createMemoryLimiter(), cipher = createCipher(randomBytes(32)) } = parts;
  const { log = createLog("silent") } = parts;
  const app = createApp({ validator, ...parts, log, limiter, cipher });
  const { address, close } = await listen(app, limiter, { noteRawError: boundedLines(log) });
  return { address, cipher, close: () => close().then(() => limiter.close()) };
}

/** A real server on a free port with a store of its own; it stops after the file's tests. */
export async function startServer(options: Partial<AppOptions> & StoreOptions = {}): Promise<TestServer> {
  const store = await openTestStore(options, afterAll);
  const redis = onPostgres && TEST_REDIS_URL ? ownKeys(TEST_REDIS_URL) : undefined;
  const limiter = options.limiter ?? (redis && (await createRedisLimiter(redis, createLog("silent"))));
  const { address, cipher, close } = await serve({
    store: heldToOneWorkspace(store),
    ...options,
    ...(limiter && { limiter }),
  });
  afterAll(close);
  const newKey = async (scopes: Scope[], workspace = "test") =>
    (await createKey(store, { workspace, scopes })).key;
  const caller: TestServer["caller"] = (key) => (path, json, method) =>
    call(address, path, { key: key(), ...(json !== undefined && { json }), ...(method && { method }) });
  return {
    ...{ address, store, cipher, key: newKey, caller },
    call: (path, request) => call(address, path, request),
    as: async (workspace) => {
      const key = await newKey(["*"], workspace);
      return caller(() => key);
    },
    workspaceId: async (workspace = "test") => {
      await newKey([], workspace);
      const workspaces = store.database.selectFrom("workspaces").select("id").where("name", "=", workspace);
      return (await workspaces.executeTakeFirstOrThrow()).id;
    },
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

type Schemas = components["schemas"];

/** One object with the fields of all objects of a union: a field that only some have is not known to be missing. */
type Merged<Union> = {
  [Key in Union extends unknown ? keyof Union : never]: Union extends Record<Key, infer Value>
    ? Value
    : never;
};

/** The fields of every error of the contract. */
type AnyError = Merged<Extract<Schemas[keyof Schemas], { error: { code: string } }>["error"]>;

/** The body of a response to a request that only the test's run knows. */
export interface AnyBody {
  data?: unknown;
  has_more?: boolean;
  next_cursor?: string | null;
  error: AnyError;
}

type Part<Name extends string> = Name extends `{${string}}` ? string : Name;

/** Whether a path is one of a path of the contract, e.g. of `/v1/contacts/{id}`. */
type IsOf<Path extends string, Template extends string> = [Path, Template] extends [
  `${infer Given}/${infer GivenRest}`,
  `${infer Declared}/${infer DeclaredRest}`,
]
  ? Given extends Part<Declared>
    ? IsOf<GivenRest, DeclaredRest>
    : false
  : `${Path}${Template}` extends `${string}/${string}`
    ? false
    : Path extends Part<Template>
      ? true
      : false;

/** The path of the contract that a path is one of. A part without variables is preferred, as in `/v1/contacts/batch`. */
type TemplateOf<Path extends string> = Path extends `${infer Before}?${string}`
  ? TemplateOf<Before>
  : Path extends keyof paths
    ? Path
    : { [Template in keyof paths]: IsOf<Path, Template> extends true ? Template : never }[keyof paths];

type MethodOf<Options> = Options extends { method: infer Method extends string }
  ? Lowercase<Method>
  : Options extends { json: unknown } | { body: unknown }
    ? "post"
    : "get";

type Bodies<Responses> = {
  [Status in keyof Responses]: `${Status & number}` extends `2${string}`
    ? Responses[Status] extends { content: { "application/json": infer Body } }
      ? Body
      : never
    : never;
}[keyof Responses];

/**
 * The body of the response to a request, by the contract: that of a success, or an `error`. The test knows by the status
 * which of the two it has; `call` holds every response against the contract.
 */
export type BodyOf<Path extends string, Options> = [TemplateOf<Path>] extends [never]
  ? AnyBody
  : paths[TemplateOf<Path>] extends Record<MethodOf<Options>, { responses: infer Responses }>
    ? Bodies<Responses> & { error: AnyError }
    : AnyBody;
