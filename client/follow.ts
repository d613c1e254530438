import type { Event, Events, ListEventsQuery } from "../generated/methods.ts";
import { callOptions, checkOptions, functionKind, milliseconds, type Kinds } from "./check-options.ts";
import { isApiError } from "./errors/api-error.ts";
import { isCallError, type CallError } from "./errors/call-error.ts";
import { UnexpectedResponseError } from "./errors/unexpected-response-error.ts";
import type { CallOptions } from "./options.ts";
import { wait } from "./wait.ts";

/** How to follow the feed. */
export interface FollowOptions extends CallOptions {
  /** Milliseconds to wait after the newest event before asking again. Default: 5000 */
  interval?: number | undefined;
  /** Hears of each failure that the loop survives, and how many milliseconds it waits. Default: nobody does */
  onError?: ((error: CallError, delay: number) => void) | undefined;
  /**
   * Hears of each position that the loop has passed, also where nothing matched `types`. Keep the latest and give it as
   * `cursor` after a restart. Default: nobody does; then keep the `id` of the last event that you have dealt with
   */
  onCursor?: ((cursor: string) => void) | undefined;
}

/** What `events` has beside the methods of the contract. */
export interface Follow {
  /**
   * Gives every event from the cursor on, then each new one, in order and each once. It goes on through outages and
   * deployments of the server, with delays that grow to 30 seconds. It ends when the loop is left or the signal aborts,
   * or with an error that time does not mend: one of the API with a 4xx status, such as a cursor after which events have
   * expired or a key that was revoked, or a server that is not the API.
   */
  follow: (query?: ListEventsQuery, options?: FollowOptions) => AsyncGenerator<Event, never, undefined>;
}

const followOptions: Kinds = {
  ...callOptions,
  interval: milliseconds,
  onError: functionKind,
  onCursor: functionKind,
};

/** Makes `events.follow`. */
export function followOf({ list }: Events): Follow["follow"] {
  return async function* (query = {}, options = {}) {
    checkOptions(options, followOptions);
    const { interval = 5000, onError, onCursor, ...calling } = options;
    let { cursor } = query;
    let reached = false;
    for (let failures = 0; ;) {
      let delay = interval;
      const asked = cursor;
      try {
        const page = await list(cursor === undefined ? query : { ...query, cursor }, calling);
        [reached, failures] = [true, 0];
        for (const event of page.data) {
          yield event;
          cursor = event.id;
        }
        cursor = page.next_cursor ?? cursor;
        if (cursor !== undefined) onCursor?.(cursor);
        if (page.has_more && cursor !== asked) continue;
      } catch (error) {
        if (!isCallError(error) || isFinal(error, reached)) throw error;
        delay = Math.min(30_000, 1000 * 2 ** failures++) * (0.5 + Math.random() / 2);
        onError?.(error, delay);
      }
      await wait(delay, calling.signal);
    }
  };
}

/** Whether asking again later will give the same error. A proxy's page may stand in for a server that was there. */
function isFinal(error: CallError, reached: boolean): boolean {
  if (error instanceof UnexpectedResponseError) return !reached;
  return isApiError(error) && error.status < 500 && ![408, 429].includes(error.status);
}
