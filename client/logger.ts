import type { HookRequest, Hooks } from "./hooks.ts";

/** The least important first. */
export const logLevels = ["debug", "info", "warn", "error", "off"] as const;

/** How important a message is, and `off` for no messages at all. */
export type LogLevel = (typeof logLevels)[number];

/** Takes messages, as `console` does: a text, and what it is about. */
export type Logger = {
  [Level in Exclude<LogLevel, "off">]: (message: string, fields: Record<string, unknown>) => void;
};

/** What each logger was warned of, whichever of a client's `withOptions` it came by. */
const warnings = new WeakMap<Logger, Set<string>>();

/**
 * Hooks that log. They log paths without the query, no headers and no bodies: no secrets and no personal data. What the
 * logger throws is dropped: a log that fails must not fail the call. They warn of each deprecated operation once.
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
      logger[level](`contacts-client ${event}`, { method, path: new URL(url).pathname, ...fields });
    write().catch(() => undefined);
  };
  const warned = warnings.get(logger) ?? new Set();
  warnings.set(logger, warned);
  const warn = ({ headers }: Response, request: HookRequest) => {
    const operation = request.method + request.url.replaceAll(/[a-z]+_\w{26}|\?.*/g, "");
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
      log("warn", "retry", request, { ...about(response), code: error?.code, attempt, delay }),
    failure: ({ code }, request) => log("error", "failure", request, { code }),
  };
}
