import { isCallError } from "./call-error.ts";
import type { HookRequest, Hooks } from "./hooks.ts";
import type { Received } from "./response.ts";

/** The end of a call. */
interface End {
  request: HookRequest;
  signal: AbortSignal | undefined;
  /** The time of all attempts and waits. */
  milliseconds: number;
  response?: Received;
  /**
   * The error of a call without a response: a CallError, the reason of an abort, or the error of a
   * hook.
   */
  error?: unknown;
}

/** The hooks of the client's own log. */
export interface LogHooks extends Hooks {
  /** Is called once for each call. */
  end?: (end: End) => void;
}

/** The levels of messages, the least important first. */
export const logLevels = ["debug", "info", "warn", "error", "off"] as const;

/** The importance of a message. `off` disables all messages. */
export type LogLevel = (typeof logLevels)[number];

/**
 * A logger such as pino, bunyan, winston or `console`. pino and bunyan get the fields first, as
 * they expect, and `console` gets one line with the fields in it.
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

/** A logger that takes one text. */
type LinesOnly = { [Level in keyof Logger]: (line: string) => void };

/** Recognizes pino by its `bindings`, and bunyan by its `addStream`. */
const isFieldsFirst = (logger: object): logger is FieldsFirst =>
  "bindings" in logger || "addStream" in logger;

/** Recognizes `console`, which would print fields on many lines. */
const isConsole = (logger: object): logger is LinesOnly => "table" in logger;

/**
 * Writes a message and its fields in one line, e.g. `contacts-client response method=GET
 * status=200`.
 */
function lineOf(message: string, fields: Record<string, unknown>): string {
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = String(value);
      return `${name}=${/\s/.test(text) ? JSON.stringify(text) : text}`;
    });
  return [message, ...pairs].join(" ");
}

/** Deprecated operations whose warning was logged. */
const warned = new Set<string>();

/**
 * Creates hooks that log one line for each call, a warning for each repetition, and one warning in
 * a process for each deprecated operation. They log no secrets and no personal data: only routes,
 * no headers and no bodies. An error of the logger is ignored, as it must not fail the call.
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
    retry: ({ request, response, error, duration, delay }) =>
      log("warn", "retry", request, {
        ...outcome(duration, response, error),
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
