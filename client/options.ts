import type { Payload } from "../generated/calls.ts";
import type { Hooks } from "./hooks.ts";
import type { Logger, LogLevel } from "./hooks.ts";

/** Sends a request, as `globalThis.fetch` and the `fetch` of every library do. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** What the client sends. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body: Payload | null;
  /** Aborts with the call, and when its time is over. */
  signal: AbortSignal;
  redirect: "manual";
}

/** What the client reads of a response. A `Response` is one, whichever library made it. */
export interface FetchResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Iterable<[name: string, value: string]>;
  /** A stream of bytes. Where there is none, as in React Native, `text` gives the body. */
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

/** How to make one call. The options of `createClient` stand for what is left out. */
export interface CallOptions {
  /** Ends the call, whatever it is doing: it rejects with the signal's reason. Default: nothing ends it */
  signal?: AbortSignal | undefined;
  /** Milliseconds that one attempt may take. Default: 30 000 */
  timeout?: number | undefined;
  /** Milliseconds that the call may take, with all attempts and waits. Default: 120 000, two windows of the limit */
  totalTimeout?: number | undefined;
  /**
   * How often an attempt is repeated that failed: the connection broke, the server had an error (5xx) or took too long.
   * Only what can do no harm is repeated. A response that asks to come back (429, `request_in_progress`) is repeated up
   * to 8 times on top, within `totalTimeout`. With 0 nothing is repeated. Default: 2
   */
  retries?: number | undefined;
  /** Headers to send beside those of the client. */
  headers?: Record<string, string> | undefined;
}

/** How to make a creation that can be repeated without harm. */
export interface CreateOptions extends CallOptions {
  /**
   * Names the creation: for 24 hours the same key and body get the same response and nothing is created twice.
   * Give one of your own to repeat the creation yourself, e.g. after a restart. Default: a new random key, which makes the
   * client's own repetitions safe
   */
  idempotencyKey?: string | undefined;
}

/** How to change or delete an object only as you have read it. */
export interface ChangeOptions extends CallOptions {
  /**
   * The `version` of the object that you have read. When the object has another one now, nothing is changed, and the
   * call rejects with `precondition_failed`. Default: the change is made in any case
   */
  ifMatch?: string | undefined;
}

/** The languages of error messages. */
export const languages = ["es", "en"] as const;

/** How to reach the API. */
export interface ClientOptions extends Omit<CallOptions, "signal"> {
  /**
   * Your API key, or a function that returns it or a promise of it. A client asks the function once, and again after a
   * 401: with another key it sends the request once more. The key is secret: for servers only, never for a browser.
   * Default: the environment's `CONTACTS_API_KEY`
   */
  apiKey?: string | (() => string | Promise<string>) | undefined;
  /** Address of the server, e.g. `http://127.0.0.1:3000`. Default: the environment's `CONTACTS_BASE_URL` */
  baseUrl?: string | undefined;
  /** Sends each attempt. Default: `globalThis.fetch`, as it is at the time */
  fetch?: Fetch | undefined;
  /** Name and version of your program, e.g. `crm-sync/2.1`. It goes first in the `User-Agent`. Default: none */
  appName?: string | undefined;
  /**
   * Names your program in the events that its writes cause, e.g. `crm-sync`: `request.client_name` says which changes are
   * its own. Keep it through restarts, versions and keys. 1 to 64 letters, digits and `. _ : / -`. Default: none
   */
  clientName?: string | undefined;
  /** Language of the API's error messages: `es` or `en`. Default: the server's, which is Spanish */
  language?: (typeof languages)[number] | undefined;
  /** What to call on the way of each request. Default: none */
  hooks?: Hooks | undefined;
  /** Where to log, e.g. `console`. No message holds a key, a query or a body. Default: nowhere */
  logger?: Logger | undefined;
  /** The least important messages to log. Default: `warn`, which logs retries and failures */
  logLevel?: LogLevel | undefined;
  /** Whether to run in a browser, where everyone who opens the page can read the key. Default: false */
  dangerouslyAllowBrowser?: boolean | undefined;
}
