import type { Event, Events, ListEventsQuery } from "../generated/methods.ts";
import type { EventFields, PreviousValues } from "../generated/types.ts";
import {
  callOptions,
  checkOptions,
  clientNameType,
  functionType,
  maxTimer,
  milliseconds,
  type OptionTypes,
} from "./check.ts";
import { isApiError } from "./api-error.ts";
import { UnexpectedResponseError, type CallError } from "./call-error.ts";
import type { CallOptions } from "./options.ts";
import { backoff, retryAfterOf } from "./retry-policy.ts";
import { onAbort, throwIfAborted, wait } from "./wait.ts";

/** The options of `follow`. */
export interface FollowOptions extends CallOptions {
  /** Milliseconds between two requests when there is no new event. Default: 5000 */
  interval?: number | undefined;
  /** Is called with each temporary failure and the delay in milliseconds. Default: none */
  onError?: ((error: CallError, delay: number) => unknown) | undefined;
  /**
   * Saves a position. It is called after each event, when the loop asks for the next event, and
   * after each page, also a page without events of the `types`. After a restart, pass the last
   * position as `cursor`. The loop waits for the function, and ends with its error. Default: none;
   * then keep the `id` of the last event that you have processed
   */
  onCursor?: ((cursor: string) => unknown) | undefined;
  /**
   * Skips the events of writes with this `clientName`, e.g. of your own program. `onCursor` gets
   * their positions too. Default: none
   */
  skipClientName?: string | undefined;
}

/** A method of `events` that is no operation of the contract. */
export interface Follow {
  /**
   * Yields every event after the cursor (`newest`: only new ones), then each new event, in order
   * and once. It continues through outages and deployments of the server, and of a function `apiKey`,
   * with delays up to 30 seconds, or as long as `Retry-After`. It ends when you leave the loop or
   * the signal aborts, or with a permanent error: a 4xx of the API, such as for a cursor whose next
   * events have expired or for a revoked key, or a response of another server.
   */
  follow: (
    query?: ListEventsQuery,
    options?: FollowOptions,
  ) => AsyncGenerator<Event, never, undefined>;
}

/**
 * An event of a type of a later version of the contract. In a switch over `event.type` it reaches
 * `default: const other: UnknownEvent = event;`.
 */
export interface UnknownEvent extends EventFields {
  type: string;
  data: unknown;
  previous?: PreviousValues;
}

const followOptions: OptionTypes = {
  ...callOptions,
  interval: milliseconds,
  onError: functionType,
  onCursor: functionType,
  skipClientName: clientNameType,
};

/** Returns the method that the client adds to `events`. */
export default ({ list }: Events): Follow => ({
  follow(query, options) {
    const end = new AbortController();
    const events = followEvents(list, end, query, options);
    const { return: finish, throw: fail } = events;
    // A generator itself would first wait for the next event.
    events.return = (value) => {
      end.abort(left);
      return finish.call(events, value);
    };
    events.throw = (error) => {
      end.abort(left);
      return fail.call(events, error);
    };
    return events;
  },
});

/** The reason of an end by `return`: the caller has left the loop. */
const left = new Error("The caller has left the loop.");

/** @param end ends all requests and waits */
async function* followEvents(
  list: Events["list"],
  end: AbortController,
  query: ListEventsQuery = {},
  options: FollowOptions = {},
): AsyncGenerator<Event, never, undefined> {
  checkOptions(options, followOptions);
  const {
    interval = 5000,
    onError,
    onCursor,
    skipClientName,
    ...callSettings
  } = options;
  const outer = callSettings.signal;
  throwIfAborted(outer);
  const forget = onAbort(outer, (reason) => end.abort(reason));
  const { signal } = end;
  const isSkipped = ({ request }: Event) =>
    skipClientName !== undefined && request?.client_name === skipClientName;

  /** Requests a page, as large as the API allows. */
  const readPage = (position: string | undefined) => {
    const call = list(
      { ...query, cursor: position },
      { ...callSettings, signal },
    );
    call.pages();
    return call.result();
  };
  let { cursor } = query;
  const moveTo = async (position: string) => {
    if (position === cursor) return;
    cursor = position;
    await onCursor?.(position);
  };
  let hasSucceeded = false;
  let failures = 0;

  try {
    for (;;) {
      const requestedCursor = cursor;
      const page = await readPage(cursor);
      if (!page.ok) {
        if (isFinal(page.error, hasSucceeded)) throw page.error;
        const delay = delayAfter(page.error, failures++);
        await onError?.(page.error, delay);
        await wait(delay, signal);
        continue;
      }
      hasSucceeded = true;
      failures = 0;
      const { data: events, next_cursor: next, has_more } = page.data;
      for (const event of events) {
        throwIfAborted(signal);
        if (!isSkipped(event)) yield event;
        await moveTo(event.id);
      }
      if (next) await moveTo(next);
      // The feed is empty, so every event will be new.
      else if (cursor === "newest") cursor = undefined;
      if (has_more && cursor !== requestedCursor) continue;
      await wait(interval, signal);
    }
  } catch (error) {
    if (error !== left) throw error;
    return undefined as never;
  } finally {
    forget();
  }
}

/**
 * Returns the delay after a temporary failure, in milliseconds: `Retry-After`, but at most what
 * timers allow.
 */
function delayAfter({ headers }: CallError, failures: number): number {
  const asked = (headers && retryAfterOf(headers)) ?? 0;
  return Math.max(backoff(1000, 30_000, failures), Math.min(asked, maxTimer));
}

/**
 * Returns true for a permanent error. After a first success, an unexpected response may be a page
 * of a proxy.
 */
function isFinal(error: CallError, hasSucceeded: boolean): boolean {
  if (error instanceof UnexpectedResponseError) return !hasSucceeded;
  return (
    isApiError(error) &&
    error.status < 500 &&
    ![408, 429].includes(error.status)
  );
}
