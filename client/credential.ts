import { checkOption, printable } from "./check.ts";
import { throwIfAborted, within } from "./wait.ts";

/** Authorizes requests by a text, or by the text that a function returns. */
export interface Credential {
  /**
   * Returns the credential. A function is asked once for all calls, and again for a call whose credential was `refused`.
   * @throws Error when the function fails or gives nothing until `deadline` (by `performance.now()`), TypeError when its
   * result cannot be sent, and the signal's reason as soon as it aborts
   */
  get: (
    signal: AbortSignal | undefined,
    deadline: number,
    refused?: string,
  ) => Promise<string>;
  /** Removes the credential, and the one before it, from a text that people and logs see. */
  hide: (text: string) => string;
}

/** Creates the credential of a client. `name` is shown in its place. */
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
    checkOption(`The result of the function ${name}`, value, printable);
    current = String(value);
    known = [current, ...known].slice(0, 2);
    return current;
  };

  return {
    async get(signal, deadline, refused) {
      if (typeof source === "string") return source;
      throwIfAborted(signal);
      if (refused !== undefined && refused === current)
        asking = current = undefined;
      const asked = (asking ??= ask(source));
      const forget = () => {
        if (asking === asked) asking = undefined;
      };
      asked.catch(forget);
      const time = deadline - performance.now();
      const value = await within(time, signal, () => asked);
      if (value !== undefined) return value;
      forget();
      throw new Error(`The function ${name} gave no key in time.`);
    },
    hide: (text) =>
      known
        // What is shorter is no key but a placeholder, which may be a part of any word.
        .filter(({ length }) => length >= 16)
        .reduce((hidden, key) => hidden.replaceAll(key, `[${name}]`), text),
  };
}
