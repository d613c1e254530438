import type { CallError } from "./call-error.ts";

/** A request as the hooks see it: without the key. */
export interface HookRequest {
  readonly method: string;
  /**
   * The path's template, e.g. `/v1/contacts/{id}`: for logs and metrics, as a path may hold personal data. A request that
   * a middleware of `api.raw` has put in another's place has none.
   */
  readonly route?: string | undefined;
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

/**
 * Takes messages and their fields, as `console`, pino, bunyan and winston do. pino and bunyan get the fields first, by
 * their own convention; all others get the message first.
 */
export type Logger = {
  [Level in Exclude<LogLevel, "off">]: (
    message: string,
    fields: Record<string, unknown>,
  ) => void;
};

/** A logger that takes the fields first. */
type FieldsFirst = {
  [Level in keyof Logger]: (
    fields: Record<string, unknown>,
    message: string,
  ) => void;
};

/** Recognizes pino by its `bindings`, and bunyan by its `addStream`. */
const isFieldsFirst = (logger: Logger | FieldsFirst): logger is FieldsFirst =>
  "bindings" in logger || "addStream" in logger;

/** The deprecated operations that somebody was warned of. */
const warned = new Set<string>();

/**
 * Hooks that log. They log routes without ids and query, no headers and no bodies: no secrets and no personal data. What the
 * logger throws is dropped: a log that fails must not fail the call. They warn of each deprecated operation once in a process.
 */
export function logHooks(logger: Logger, least: LogLevel): Hooks {
  /** Request → its present attempt, and when that began. */
  const attempts = new WeakMap<HookRequest, { attempt: number; at: number }>();

  const log = (
    level: keyof Logger,
    event: keyof Hooks | "deprecated",
    request: HookRequest,
    more: Record<string, unknown> = {},
  ) => {
    if (logLevels.indexOf(level) < logLevels.indexOf(least)) return;
    const { method, route } = request;
    const message = `contacts-client ${event}`;
    const fields = {
      method,
      route,
      attempt: attempts.get(request)?.attempt,
      ...more,
    };
    const write = async () =>
      isFieldsFirst(logger)
        ? logger[level](fields, message)
        : logger[level](message, fields);
    write().catch(() => undefined);
  };
  /** How an attempt ended. */
  const outcome = (request: HookRequest, response?: Response) => ({
    status: response?.status,
    milliseconds: Math.round(
      performance.now() - (attempts.get(request)?.at ?? NaN),
    ),
    requestId: response?.headers.get("X-Request-Id"),
  });
  const warn = ({ headers }: Response, request: HookRequest) => {
    const operation = `${request.method} ${request.route}`;
    if (!headers.has("Deprecation") || warned.has(operation)) return;
    warned.add(operation);
    log("warn", "deprecated", request, { sunset: headers.get("Sunset") });
  };
  return {
    request: (request) => {
      const before = attempts.get(request)?.attempt ?? 0;
      attempts.set(request, { attempt: before + 1, at: performance.now() });
      log("debug", "request", request);
    },
    response: (response, request) => {
      log("info", "response", request, outcome(request, response));
      warn(response, request);
    },
    retry: ({ request, response, error, delay }) =>
      log("warn", "retry", request, {
        ...outcome(request, response),
        code: error?.code,
        delay,
      }),
    failure: ({ code }, request) =>
      log("error", "failure", request, { ...outcome(request), code }),
  };
}
