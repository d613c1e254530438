import { LRUCache } from "lru-cache";
import { createMemoryLimiter } from "../limiter.ts";
import { rateLimited } from "../middleware/rate-limit.ts";
import type { ApiKey } from "./find-key.ts";
import { hashSecret, isSecret } from "./secret.ts";

/**
 * The same finder, which looks up no more secrets that are no keys for one client than a window allows: from then on it
 * throws a 429 until the window ends. A key that was found before is no guess, so that a stranger who shares the address
 * of others does not lock them out.
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
