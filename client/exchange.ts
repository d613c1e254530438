import { openOperations, type Payload } from "../generated/calls.ts";
import { createAttempt, type Attempted } from "./attempt.ts";
import { CredentialError } from "./call-error.ts";
import type { HookRequest, Hooks } from "./hooks.ts";
import type { RateGate } from "./rate-gate.ts";
import { toResponse, type Received } from "./response.ts";
import { createRetryPolicy } from "./retry-policy.ts";
import type { Settings } from "./settings.ts";
import { throwIfAborted, wait, withTimeLimit } from "./wait.ts";

/** One call, with its request and its limits. Times are in milliseconds. */
export interface RunningCall {
  /** The request for hooks, which may change its headers. */
  request: HookRequest & { url: string; attempt: number };
  /** The address that is sent. That of `request` never contains the credential. */
  url: string;
  body: Payload | null;
  signal: AbortSignal | undefined;
  /** The time limit of an attempt. */
  timeout: number;
  totalTimeout: number;
  /** The end of the call, by `performance.now()`. */
  deadline: number;
  retries: number;
  /** True when the contract declares the operation as idempotent. */
  idempotent: boolean | undefined;
  /** For a deletion: the body to return when an earlier attempt has deleted the object. */
  gone: string | undefined;
}

/**
 * Creates the function that sends the attempts of a call until one is final, and calls the hooks.
 * @throws (the function) the CallError of the last attempt when no response arrived,
 *   CredentialError when there is no key, the error of a hook, and the reason of the signal as soon
 *   as it aborts
 */
export function createExchange(
  settings: Settings,
  gate: RateGate,
): (call: RunningCall) => Promise<Received> {
  const { credential, hooks } = settings;
  const attempt = createAttempt(settings, gate);

  /**
   * Returns the key, or another one after a refused key, if there is another one; an empty text for
   * an operation that takes none.
   */
  async function readKey(call: RunningCall, refused?: string): Promise<string> {
    const { request, url, signal, deadline } = call;
    if (openOperations.includes(`${request.method} ${request.route}`))
      return "";
    try {
      return await credential.get(signal, deadline, refused);
    } catch (cause) {
      throwIfAborted(signal);
      const failed = {
        method: request.method,
        url: credential.hide(url),
        idempotencyKey: request.headers["idempotency-key"],
      };
      throw new CredentialError(failed, cause as Error);
    }
  }

  /** Sends an attempt, with the hooks before and after it. */
  async function sendAttempt(call: RunningCall, key: string) {
    const { request, url } = call;
    request.url = credential.hide(url);
    const haveEnded = await callHooks(hooks, call, (each) =>
      each.request?.(request),
    );
    // Timers may end some milliseconds early, so the clock alone does not say it.
    const deadline = haveEnded ? call.deadline : -Infinity;

    const begun = performance.now();
    const attempted = await attempt({ ...call, deadline, credential: key });
    const duration = elapsed(begun);
    const { response } = attempted;
    if (response)
      await callHooks(hooks, call, (each) =>
        each.response?.(toResponse(response), request, duration),
      );
    return { ...attempted, duration };
  }

  return async (call) => {
    const { request, signal, deadline, gone } = call;
    const delayAfter = createRetryPolicy(call.retries);
    let key = await readKey(call);
    let hasNewKey = false;
    let earlierMayHaveDeleted = false;

    for (; ; request.attempt++) {
      const attempted = await sendAttempt(call, key);
      const { response, error, status, code, duration } = attempted;
      if (response && gone && earlierMayHaveDeleted && code === "not_found")
        return { ...response, status: 200, text: gone };
      earlierMayHaveDeleted ||= mayHaveSucceeded(attempted);

      let delay = delayAfter(attempted, mayRepeat(call));
      if (status === 401 && !hasNewKey) {
        const refused = key;
        key = await readKey(call, refused);
        hasNewKey = key !== refused;
        if (hasNewKey) delay = 0;
      }
      if (performance.now() + delay >= deadline) {
        if (response) return response;
        await callHooks(hooks, call, (each) =>
          each.failure?.(error, request, duration),
        );
        throw error;
      }
      await callHooks(hooks, call, (each) =>
        each.retry?.({
          request,
          attempt: request.attempt,
          response: response && toResponse(response),
          error,
          duration,
          delay,
        }),
      );
      await wait(delay, signal);
    }
  };
}

/** Returns the whole milliseconds since a time of `performance.now()`. */
export const elapsed = (since: number): number =>
  Math.round(performance.now() - since);

/**
 * Calls a hook of each set of hooks, and waits for an async one, up to `totalTimeout`, and until
 * twice `totalTimeout` of the call.
 * @returns false when one has not ended in time
 */
async function callHooks(
  hooks: readonly Hooks[],
  { signal, totalTimeout, deadline }: RunningCall,
  hook: (hooks: Hooks) => unknown,
): Promise<boolean> {
  let haveEnded = true;
  for (const each of hooks) {
    const called = hook(each);
    if (!called) continue;
    const late = Math.max(0, elapsed(deadline));
    const ended = await withTimeLimit(totalTimeout - late, signal, async () => {
      await called;
      return true;
    });
    if (!ended) haveEnded = false;
  }
  throwIfAborted(signal);
  return haveEnded;
}

/** Returns true when the server may have done the work, although the attempt failed. */
const mayHaveSucceeded = ({ unsent, status = Infinity }: Attempted): boolean =>
  !unsent && status >= 500;

/** Returns true when a repetition does nothing twice. A hook may have removed the key. */
const mayRepeat = ({ idempotent, request }: RunningCall): boolean =>
  idempotent ||
  request.method === "GET" ||
  request.headers["idempotency-key"] !== undefined;
