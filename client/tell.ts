import type { Hooks, Retry } from "./hooks.ts";
import type { ClientOptions } from "./options.ts";

/** How important a message is, and `off` for no messages at all. */
export type LogLevel = "debug" | "info" | "warn" | "error" | "off";

/** Takes messages, as `console` does: a text, and what it is about. */
export type Logger = {
  [Level in Exclude<LogLevel, "off">]: (message: string, fields: Record<string, unknown>) => void;
};

/** Something that happened on the way of a request. */
export type Happening = Pick<Retry, "request"> & Partial<Retry>;

/** Tells hooks and logger what happens on the way of a request. */
export type Tell = (event: keyof Hooks, happening: Happening) => void;

/** Event → how important it is, from the least to the most. */
const levels = { request: "debug", response: "info", retry: "warn", failure: "error" } as const;
const events = Object.keys(levels);

/**
 * Makes what tells hooks and logger. The logger sees paths without their query, and neither headers nor bodies: no
 * secrets and no personal data.
 */
export function createTell({ hooks = {}, logger, logLevel = "warn" }: ClientOptions): Tell {
  const least = Object.values<string>(levels).indexOf(logLevel);
  return (event, happening) => {
    const { request, response, error, attempt, delay } = happening;
    const { method, url } = request;
    // Each hook takes what it is about, and the request.
    const about = event === "retry" ? happening : event === "failure" ? error : response?.clone();
    const hook = hooks[event] as ((...args: unknown[]) => void) | undefined;
    if (event === "request") hook?.(request);
    else hook?.(about, request);
    if (least < 0 || events.indexOf(event) < least) return;
    logger?.[levels[event]](`contacts-client ${event}`, {
      method,
      path: new URL(url).pathname,
      status: response?.status,
      requestId: response?.headers.get("X-Request-Id"),
      code: error?.code,
      attempt,
      delay,
    });
  };
}
