import type { CallError } from "./call-error.ts";

/** A request as the hooks see it: without the key. */
export interface HookRequest {
  readonly method: string;
  /** With its query, which may hold personal data. */
  readonly url: string;
  /** Names in small letters. What is set here is sent, except another Authorization. */
  headers: Record<string, string>;
}

/** Why and when a request is sent again. */
export interface Retry {
  request: HookRequest;
  /** 1 for the first repetition. */
  attempt: number;
  /** The response that asks for it. */
  response: Response | undefined;
  /** What broke, if no complete response arrived. */
  error: CallError | undefined;
  /** Milliseconds until then. */
  delay: number;
}

/**
 * What to call on the way of each request, for logs, metrics and headers of your own. The call waits for a hook that is
 * async, as long as `totalTimeout`, and rejects with what a hook throws.
 */
export interface Hooks {
  /** Before each attempt. */
  request?: ((request: HookRequest) => unknown) | undefined;
  /** After each response, errors included. It is a copy, so its body may be read. */
  response?:
    ((response: Response, request: HookRequest) => unknown) | undefined;
  /** Before the wait for a repetition. */
  retry?: ((retry: Retry) => unknown) | undefined;
  /** When a call ends without a complete response. */
  failure?: ((error: CallError, request: HookRequest) => unknown) | undefined;
}

/** The least important first. */
export const logLevels = ["debug", "info", "warn", "error", "off"] as const;

/** How important a message is, and `off` for no messages at all. */
export type LogLevel = (typeof logLevels)[number];

/** Takes messages, as `console` does: a text, and what it is about. */
export type Logger = {
  [Level in Exclude<LogLevel, "off">]: (
    message: string,
    fields: Record<string, unknown>,
  ) => void;
};

/** The deprecated operations that somebody was warned of. */
const warned = new Set<string>();

/**
 * Hooks that log. They log paths without the query, no headers and no bodies: no secrets and no personal data. What the
 * logger throws is dropped: a log that fails must not fail the call. They warn of each deprecated operation once in a process.
 */
export function logHooks(logger: Logger, least: LogLevel): Hooks {
  const log = (
    level: keyof Logger,
    event: keyof Hooks | "deprecated",
    { method, url }: HookRequest,
    fields: Record<string, unknown> = {},
  ) => {
    if (logLevels.indexOf(level) < logLevels.indexOf(least)) return;
    const write = async () =>
      logger[level](`contacts-client ${event}`, {
        method,
        path: new URL(url).pathname,
        ...fields,
      });
    write().catch(() => undefined);
  };
  const warn = ({ headers }: Response, request: HookRequest) => {
    const operation =
      request.method + request.url.replaceAll(/[a-z]+_\w{26}|\?.*/g, "");
    if (!headers.has("Deprecation") || warned.has(operation)) return;
    warned.add(operation);
    log("warn", "deprecated", request, { sunset: headers.get("Sunset") });
  };
  const about = (response: Response | undefined) => ({
    status: response?.status,
    requestId: response?.headers.get("X-Request-Id"),
  });
  return {
    request: (request) => log("debug", "request", request),
    response: (response, request) => {
      log("info", "response", request, about(response));
      warn(response, request);
    },
    retry: ({ request, response, error, attempt, delay }) =>
      log("warn", "retry", request, {
        ...about(response),
        code: error?.code,
        attempt,
        delay,
      }),
    failure: ({ code }, request) => log("error", "failure", request, { code }),
  };
}
