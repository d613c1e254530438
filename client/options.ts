import type { Payload } from "../generated/calls.ts";
import type { Hooks } from "./hooks.ts";
import type { Logger, LogLevel } from "./log.ts";

/** Sends a request, as `globalThis.fetch` and the `fetch` of every library do. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** The request for `fetch`. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body: Payload | null;
  /** Aborts when the call is aborted, and after the timeout. */
  signal: AbortSignal;
  redirect: "manual";
}

/** The part of a response that the client reads. The `Response` of any library has it. */
export interface FetchResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Iterable<[name: string, value: string]>;
  /** A stream of bytes. Without it, as in React Native, the client reads `text`. */
  readonly body?:
    | {
        getReader?: () => {
          read: () => Promise<
            { done: false; value: Uint8Array } | { done: true; value?: unknown }
          >;
          cancel: () => Promise<void>;
        };
      }
    | null
    | undefined;
  text: () => Promise<string>;
}

/** The options of a call. Those of `createClient` are the defaults. */
export interface CallOptions {
  /** Ends the call at any time. It rejects with the reason of the signal. Default: none */
  signal?: AbortSignal | undefined;
  /** Maximal time of an attempt, in milliseconds. Default: 30 000 */
  timeout?: number | undefined;
  /**
   * Maximal time of the call with all attempts and waits, in milliseconds. Default: 120 000, two
   * windows of the limit
   */
  totalTimeout?: number | undefined;
  /**
   * Maximal number of repetitions after failures: a broken connection, an error of the server (5xx)
   * or a timeout. Only safe requests are repeated. After a 429 or `request_in_progress` the request
   * is repeated up to 8 more times, within `totalTimeout`. With 0 nothing is repeated. Default: 2
   */
  retries?: number | undefined;
  /** Further headers. */
  headers?: Record<string, string> | undefined;
}

/** The options of a creation that can be repeated safely. */
export interface CreateOptions extends CallOptions {
  /**
   * Identifies the creation: for 24 hours the same key and body get the same response, and nothing
   * is created twice. Pass your own key to repeat the creation yourself, e.g. after a restart.
   * Default: a new random key, which makes the repetitions of the client safe
   */
  idempotencyKey?: string | undefined;
}

/** The options of a change or deletion with a condition. */
export interface ChangeOptions extends CallOptions {
  /**
   * The `version` of the object that you have read. When the object has another version now,
   * nothing changes, and the call rejects with `precondition_failed`. Default: no condition
   */
  ifMatch?: string | undefined;
}

/** The languages of error messages. */
export const languages = ["es", "en"] as const;

/** The options of `createClient`. */
export interface ClientOptions extends Omit<CallOptions, "signal"> {
  /**
   * Your API key, or a function that returns it or a promise of it. A client calls the function
   * once, and again after a 401: with another key it repeats the request once. The key is secret:
   * use it on servers only, never in a browser. Default: the environment variable
   * `CONTACTS_API_KEY`
   */
  apiKey?: string | (() => string | Promise<string>) | undefined;
  /**
   * Address of the server, e.g. `http://127.0.0.1:3000`. Default: the environment variable
   * `CONTACTS_BASE_URL`
   */
  baseUrl?: string | undefined;
  /** Sends each attempt. Default: the current `globalThis.fetch` */
  fetch?: Fetch | undefined;
  /**
   * Name and version of your program, e.g. `crm-sync/2.1`, for the start of the `User-Agent`.
   * Default: none
   */
  appName?: string | undefined;
  /**
   * The name of your program in the events of its writes, e.g. `crm-sync`: by `request.client_name`
   * it recognizes its own changes. Do not change it with restarts, versions or keys. 1 to 64
   * letters, digits and `. _ : / -`. Default: none
   */
  clientName?: string | undefined;
  /** Language of the API's error messages: `es` or `en`. Default: the server's, which is Spanish */
  language?: (typeof languages)[number] | undefined;
  /** Functions that are called for each request. Default: none */
  hooks?: Hooks | undefined;
  /** The logger, e.g. `console`. No message contains a key, a query or a body. Default: none */
  logger?: Logger | undefined;
  /** The lowest level that is logged. Default: `warn`, which logs retries and failures */
  logLevel?: LogLevel | undefined;
  /** Allows a browser, where every visitor of the page can read the key. Default: false */
  dangerouslyAllowBrowser?: boolean | undefined;
}
