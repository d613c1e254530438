import { checkOption, sendable } from "./check.ts";
import { throwIfAborted, withTimeLimit } from "./wait.ts";

/** The credential of requests: a text, or the result of a function. */
export interface Credential {
  /**
   * Returns the credential. Calls the function once for all calls, and again when the server has
   * rejected its result.
   * @param deadline by `performance.now()`
   * @param refused the rejected credential
   * @throws Error when the function fails or does not return before `deadline`, TypeError when its
   *   result cannot be sent, and the reason of the signal as soon as it aborts
   */
  get: (
    signal: AbortSignal | undefined,
    deadline: number,
    refused?: string,
  ) => Promise<string>;
  /** Removes the current and the previous credential from a text for people and logs. */
  hide: (text: string) => string;
}

/**
 * Creates the credential of a client.
 * @param name replaces the credential in texts
 */
export function createCredential(
  name: string,
  source: string | (() => unknown),
): Credential {
  let known = typeof source === "string" ? [source] : [];
  let current: string | undefined;
  let asking: Promise<string> | undefined;

  const ask = async (read: () => unknown): Promise<string> => {
    let value: unknown;
    try {
      value = await read();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`The function ${name} failed: ${reason}`, { cause });
    }
    checkOption(`The result of the function ${name}`, value, sendable);
    const key = String(value);
    known = [key, ...known].slice(0, 2);
    return key;
  };

  return {
    async get(signal, deadline, refused) {
      if (typeof source === "string") return source;
      throwIfAborted(signal);
      if (refused !== undefined && refused === current) {
        asking = undefined;
        current = undefined;
      }
      const asked = (asking ??= ask(source));
      const forget = () => {
        if (asking === asked) asking = undefined;
      };
      asked.catch(forget);
      const time = deadline - performance.now();
      const value = await withTimeLimit(time, signal, () => asked);
      if (value === undefined) {
        forget();
        throw new Error(`The function ${name} returned no key in time.`);
      }
      // A later call may have asked again meanwhile: its result counts.
      if (asking === asked) current = value;
      return value;
    },
    hide: (text) =>
      known
        // A shorter text is a placeholder, which may be part of any word.
        .filter(({ length }) => length >= 16)
        .reduce((hidden, key) => hidden.replaceAll(key, `[${name}]`), text),
  };
}
