import type { Event, Events, ListEventsQuery } from "../generated/methods.ts";
import type { EventFields, PreviousValues } from "../generated/types.ts";
import {
  callOptions,
  checkOptions,
  clientNameKind,
  functionKind,
  milliseconds,
  type Kinds,
} from "./check.ts";
import { isApiError } from "./api-error.ts";
import type { CallError } from "./call-error.ts";
import { UnexpectedResponseError } from "./call-error.ts";
import type { CallOptions } from "./options.ts";
import { backoff } from "./retry-policy.ts";
import { throwIfAborted, wait } from "./wait.ts";

/** How to follow the feed. */
export interface FollowOptions extends CallOptions {
  /** Milliseconds to wait after the newest event before asking again. Default: 5000 */
  interval?: number | undefined;
  /** Hears of each failure that the loop survives, and how many milliseconds it waits. Default: nobody does */
  onError?: ((error: CallError, delay: number) => unknown) | undefined;
  /**
   * Saves a position: after each event, when the loop asks for the next one, and after each page, also where nothing
   * matched `types`. Give the latest as `cursor` after a restart. The loop waits for it, and ends with what it throws.
   * Default: nobody does; then keep the `id` of the last event that you have dealt with
   */
  onCursor?: ((cursor: string) => unknown) | undefined;
  /**
   * Leaves out the events of the writes under this `clientName`, e.g. those of your own program; `onCursor` gets their
   * positions too. Default: none
   */
  skipClientName?: string | undefined;
}

/** What `events` has beside the methods of the contract. */
export interface Follow {
  /**
   * Gives every event from the cursor on (`newest`: no older one), then each new one, in order and each once. It goes on through outages and
   * deployments of the server, with delays that grow to 30 seconds. It ends when the loop is left or the signal aborts,
   * or with an error that time does not mend: one of the API with a 4xx status, such as a cursor after which events have
   * expired or a key that was revoked, or a server that is not the API.
   */
  follow: (
    query?: ListEventsQuery,
    options?: FollowOptions,
  ) => AsyncGenerator<Event, never, undefined>;
}

/**
 * An event of a type that this version of the contract does not know. `default: const other: UnknownEvent = event;` in a
 * switch over `event.type` is where it arrives.
 */
export interface UnknownEvent extends EventFields {
  type: string;
  data: unknown;
  previous?: PreviousValues;
}

const followOptions: Kinds = {
  ...callOptions,
  interval: milliseconds,
  onError: functionKind,
  onCursor: functionKind,
  skipClientName: clientNameKind,
};

/** What the client adds to `events`. */
export default ({ list }: Events): Follow => ({
  async *follow(query = {}, options = {}) {
    checkOptions(options, followOptions);
    const {
      interval = 5000,
      onError,
      onCursor,
      skipClientName,
      ...calling
    } = options;
    const isSkipped = ({ request }: Event) =>
      skipClientName !== undefined && request?.client_name === skipClientName;
    let { cursor } = query;
    let reached = false;
    const pass = async (next: string) => {
      if (next === cursor) return;
      cursor = next;
      await onCursor?.(next);
    };
    for (let failures = 0; ;) {
      let delay = interval;
      const requestCursor = cursor;
      const call = list({ ...query, cursor }, calling);
      call.pages(); // asks for large ones
      const page = await call.result();
      if (page.ok) {
        [reached, failures] = [true, 0];
        for (const event of page.data.data) {
          throwIfAborted(calling.signal);
          if (!isSkipped(event)) yield event;
          await pass(event.id);
        }
        if (page.data.next_cursor) await pass(page.data.next_cursor);
        else if (cursor === "newest") cursor = undefined; // there is no event, so that each is a new one
        if (page.data.has_more && cursor !== requestCursor) continue;
      } else {
        if (isFinal(page.error, reached)) throw page.error;
        delay = backoff(1000, 30_000, failures++);
        await onError?.(page.error, delay);
      }
      await wait(delay, calling.signal);
    }
  },
});

/** Whether asking again later will give the same error. A proxy's page may stand in for a server that was there. */
function isFinal(error: CallError, reached: boolean): boolean {
  if (error instanceof UnexpectedResponseError) return !reached;
  return (
    isApiError(error) &&
    error.status < 500 &&
    ![408, 429].includes(error.status)
  );
}
