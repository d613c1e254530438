import { LRUCache } from "lru-cache";
import { createMemoryLimiter } from "../limiter.ts";
import { rateLimited } from "./rate-limit.ts";
import type { ApiKey } from "../keys/find-key.ts";
import { hashSecret, isSecret } from "../keys/secret.ts";

/**
 * The same function, with a limit of wrong secrets for each client: over the limit of a window it throws a 429 until the
 * window ends. A key that was found before does not count, so that a client with wrong secrets does not lock out others
 * at the same address.
 */
export function limitGuesses(
  findKey: (secret: string) => Promise<ApiKey | undefined>,
): (secret: string, client: string) => Promise<ApiKey | undefined> {
  const guesses = createMemoryLimiter();
  const found = new LRUCache<string, true>({ max: 100_000 });
  return async (secret, client) => {
    const hash = hashSecret(secret);
    const mayBeGuess = isSecret(secret) && !found.has(hash);
    if (mayBeGuess) {
      const window = await guesses.consume(client);
      if (!window.allowed) throw rateLimited(window);
    }
    let isGuess = false;
    try {
      const key = await findKey(secret);
      isGuess = !key;
      if (key) found.set(hash, true);
      else found.delete(hash);
      return key;
    } finally {
      if (mayBeGuess && !isGuess) guesses.refund(client);
    }
  };
}
