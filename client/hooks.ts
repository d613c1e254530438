import { isCallError, type CallError } from "./call-error.ts";
import type { Received } from "./response.ts";

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
  /** Number of the present attempt: 1 for the first. */
  readonly attempt: number;
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
  /** Milliseconds that the attempt took. */
  milliseconds: number;
  /** Milliseconds until the next attempt. */
  delay: number;
}

/**
 * What to call on the way of each request, for logs, metrics and headers of your own. The call waits for a hook that is
 * async, as long as `totalTimeout`, and rejects with what a hook throws.
 */
export interface Hooks {
  /** Before each attempt. */
  request?: ((request: HookRequest) => unknown) | undefined;
  /**
   * After each response, errors included. It is a copy, so its body may be read. `milliseconds` are those of the attempt,
   * which may have waited for the rate limit.
   */
  response?:
    | ((
        response: Response,
        request: HookRequest,
        milliseconds: number,
      ) => unknown)
    | undefined;
  /** Before the wait for a repetition. */
  retry?: ((retry: Retry) => unknown) | undefined;
  /** When a call ends without a complete response. `milliseconds` are those of its last attempt. */
  failure?:
    | ((
        error: CallError,
        request: HookRequest,
        milliseconds: number,
      ) => unknown)
    | undefined;
}

/** How a call ended. */
interface End {
  request: HookRequest;
  signal: AbortSignal | undefined;
  /** Of all attempts and waits. */
  milliseconds: number;
  response?: Received;
  /** What the call throws without a response: a CallError, the reason of an abort, or what a hook threw. */
  error?: unknown;
}

/** The hooks of the client's own log. */
export interface LogHooks extends Hooks {
  /** Once for each call. */
  end?: (end: End) => void;
}

/** The least important first. */
export const logLevels = ["debug", "info", "warn", "error", "off"] as const;

/** How important a message is, and `off` for no messages at all. */
export type LogLevel = (typeof logLevels)[number];

/**
 * Takes messages and their fields, as pino, bunyan and winston do. pino and bunyan get the fields first, by their own
 * convention, and all others the message. `console` gets one line, which has the fields in it.
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

/** A logger whose messages have the fields in them. */
type LinesOnly = { [Level in keyof Logger]: (line: string) => void };

/** Recognizes pino by its `bindings`, and bunyan by its `addStream`. */
const isFieldsFirst = (logger: object): logger is FieldsFirst =>
  "bindings" in logger || "addStream" in logger;

/** Recognizes `console`, which would print fields on many lines. */
const isConsole = (logger: object): logger is LinesOnly => "table" in logger;

/** A message and its fields in one line, e.g. `contacts-client response method=GET status=200`. */
function lineOf(message: string, fields: Record<string, unknown>): string {
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = String(value);
      return `${name}=${/\s/.test(text) ? JSON.stringify(text) : text}`;
    });
  return [message, ...pairs].join(" ");
}

/** The deprecated operations that somebody was warned of. */
const warned = new Set<string>();

/**
 * Hooks that log: one line for each call, a warning for each repetition, and for each deprecated operation once in a
 * process. They log routes without ids and query, no headers and no bodies: no secrets and no personal data. What the
 * logger throws is dropped: a log that fails must not fail the call.
 */
export function logHooks(logger: Logger, least: LogLevel): LogHooks {
  const log = (
    level: keyof Logger,
    event: string,
    { method, route, attempt }: HookRequest,
    more: Record<string, unknown> = {},
  ) => {
    if (logLevels.indexOf(level) < logLevels.indexOf(least)) return;
    const message = `contacts-client ${event}`;
    const fields = { method, route, attempt, ...more };
    const write = async () => {
      if (isFieldsFirst(logger)) return logger[level](fields, message);
      if (isConsole(logger)) return logger[level](lineOf(message, fields));
      return logger[level](message, fields);
    };
    write().catch(() => undefined);
  };
  const outcome = (
    milliseconds: number,
    response: { status: number; headers: Headers } | undefined,
    error: unknown,
  ) => {
    const { code, status, requestId } = isCallError(error) ? error : {};
    return {
      status: response?.status ?? status,
      milliseconds,
      requestId: response?.headers.get("X-Request-Id") ?? requestId,
      code,
    };
  };
  return {
    request: (request) => log("debug", "request", request),
    retry: ({ request, response, error, milliseconds, delay }) =>
      log("warn", "retry", request, {
        ...outcome(milliseconds, response, error),
        delay,
      }),
    end({ request, signal, milliseconds, response, error }) {
      const fields = outcome(milliseconds, response, error);
      if (response) log("info", "response", request, fields);
      else if (signal?.aborted) log("info", "abort", request, fields);
      else log("error", "failure", request, fields);

      const operation = `${request.method} ${request.route}`;
      if (!response?.headers.has("Deprecation") || warned.has(operation))
        return;
      warned.add(operation);
      const sunset = response.headers.get("Sunset");
      log("warn", "deprecated", request, { sunset });
    },
  };
}
