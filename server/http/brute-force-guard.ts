import { LRUCache } from "lru-cache";
import { BatchFull, type Finder } from "../auth/find-key.ts";
import { hashSecret, isSecret, type SecretKind } from "../auth/secret.ts";
import { createMemoryLimiter, maxSubjects } from "../limits/limiter.ts";
import { rateLimited } from "./rate-limit.ts";

/** Finds the owner of a secret that a client has sent; undefined when it has none. */
type Find<Found> = (
  secret: string,
  client: () => string,
) => Promise<Found | undefined>;

/**
 * Guards finders of the owners of secrets against guessing: a client has a limit of wrong secrets
 * of each kind in a window. Over the limit, secrets of that client which have not been found before
 * are looked up in batches, which all such clients share: a real one is found, a little later, and
 * guesses cost the database a few queries a second. Responds 429 if the batch is full.
 */
export function createGuard(): <Found extends { hash: string }>(
  kind: SecretKind,
  finder: Finder<Found>,
) => Find<Found> {
  const guesses = createMemoryLimiter();
  /** Hashes of secrets that have been found. */
  const known = new LRUCache<string, true>(maxSubjects);
  return (kind, { find, findInBatch }) =>
    async (secret, client) => {
      if (!isSecret(kind, secret)) return undefined;
      const hash = hashSecret(secret);
      if (known.has(hash)) {
        const found = await find(hash);
        if (!found) known.delete(hash);
        return found;
      }

      // Counted before the look-up, as many may come at the same time; given back unless it was a
      // guess.
      const window = await guesses.consume(`${kind} ${client()}`);
      try {
        const found = window.allowed
          ? await find(hash)
          : await findInBatch(hash);
        if (!found) return undefined;
        known.set(hash, true);
        window.refund?.();
        return found;
      } catch (error) {
        window.refund?.();
        throw error instanceof BatchFull ? rateLimited(window) : error;
      }
    };
}
