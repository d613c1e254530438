import { LRUCache } from "lru-cache";
import { BatchFull, type Finder } from "../auth/find-key.ts";
import { hashSecret, isSecret, type SecretKind } from "../auth/secret.ts";
import { createMemoryLimiter, mostSubjects } from "../limits/limiter.ts";
import { rateLimited } from "./rate-limit.ts";

/** Finds whom a secret belongs to, for a client. */
type Find<Found> = (
  secret: string,
  client: () => string,
) => Promise<Found | undefined>;

/**
 * Makes finders of whom secrets of a kind belong to, with a limit of wrong secrets of that kind for each client. Over the limit
 * of a window, secrets of that client which have not been found before are looked up in batches, which all such clients share:
 * a real one is found, a little later, and guesses cost the database a few queries a second. A secret that finds its batch
 * full is a 429.
 */
export function createGuard(): <Found extends { hash: string }>(
  kind: SecretKind,
  finder: Finder<Found>,
) => Find<Found> {
  const guesses = createMemoryLimiter();
  const found = new LRUCache<string, true>(mostSubjects);
  return (kind, { find, findInBatch }) =>
    async (secret, client) => {
      if (!isSecret(kind, secret)) return undefined;
      const hash = hashSecret(secret);
      const window = found.has(hash)
        ? undefined
        : await guesses.consume(`${kind} ${client()}`);
      let isGuess = false;
      try {
        const key = await (window?.allowed === false ? findInBatch : find)(
          hash,
        );
        isGuess = !key;
        if (key) found.set(hash, true);
        else found.delete(hash);
        return key;
      } catch (error) {
        throw window && error instanceof BatchFull
          ? rateLimited(window)
          : error;
      } finally {
        if (!isGuess) window?.refund?.();
      }
    };
}
