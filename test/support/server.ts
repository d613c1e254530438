import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, onTestFinished, TestRunner } from "vitest";
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
import type { OpenStore } from "../../server/store/open/open-store.ts";
import { call, type Call, type Caller } from "./call.ts";
import { requireOneWorkspace } from "./one-workspace.ts";
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
  /** Calls with a key of its own for everything in a workspace, by default in `test`, and JSON. */
  as: (workspace?: string) => Promise<Caller>;
  /** The id of a workspace, which it makes if there is none. */
  workspaceId: (workspace?: string) => Promise<string>;
}

const { TEST_REDIS_URL } = process.env;
const validator = await createValidator(loadContract());

/** Settings that `serve` cannot choose by itself. */
type Served = Partial<AppOptions> & Pick<AppOptions, "store">;

/**
 * Serves a store on a free port, as `npm start` does, without a log. `close` leaves the store open.
 */
export async function serve(
  parts: Served,
): Promise<{ address: string; cipher: Cipher; close: () => Promise<void> }> {
  const {
    limiter = createMemoryLimiter(),
    cipher = createCipher(randomBytes(32)),
  } = parts;
  const { log = createLog("silent") } = parts;
  const app = createApp({ validator, ...parts, log, limiter, cipher });
  const { address, close } = await listen(app, limiter, {
    noteRawError: boundedLines(log),
  });
  return { address, cipher, close: () => close().then(() => limiter.close()) };
}

/**
 * Starts a real server on a free port with a store of its own, until the test, or the tests of the
 * file, have ended.
 */
export async function startServer(
  options: Partial<AppOptions> & StoreOptions = {},
): Promise<TestServer> {
  const atEnd = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  const store = await openTestStore(options, atEnd);
  const redis =
    onPostgres && TEST_REDIS_URL ? ownKeys(TEST_REDIS_URL) : undefined;
  const limiter =
    options.limiter ??
    (redis && (await createRedisLimiter(redis, createLog("silent"))));
  const { address, cipher, close } = await serve({
    store: requireOneWorkspace(store),
    ...options,
    ...(limiter && { limiter }),
  });
  atEnd(close);
  const newKey = async (scopes: Scope[], workspace = "test") =>
    (await createKey(store, { workspace, scopes })).key;
  const caller: TestServer["caller"] = (key) => (path, json, method) =>
    call(address, path, { key: key(), json, method });
  return {
    address,
    store,
    cipher,
    key: newKey,
    caller,
    call: (path, request) => call(address, path, request),
    as: async (workspace) => {
      const key = await newKey(["*"], workspace);
      return caller(() => key);
    },
    workspaceId: async (workspace = "test") => {
      await newKey([], workspace);
      const workspaces = store.database
        .selectFrom("workspaces")
        .select("id")
        .where("name", "=", workspace);
      return (await workspaces.executeTakeFirstOrThrow()).id;
    },
  };
}

/**
 * Redis with keys of their own: all tests come from one address, whose window other servers use up.
 */
function ownKeys(redis: string): string {
  const url = new URL(redis);
  url.searchParams.set("keyPrefix", `${randomUUID()}:`);
  return url.href;
}
