import { setTimeout } from "node:timers/promises";

/** A batch has as many texts as it may have. */
export class BatchFull extends Error {}

/**
 * Looks up texts in batches: one at a time, at most one each `interval` milliseconds, of at most `most` texts. So the load
 * on the database has a bound, however many texts are asked for.
 * @returns a function that gives what `lookUp` found for a text; it throws BatchFull, or what `lookUp` throws
 */
export function createBatches<Found>(
  lookUp: (texts: string[]) => Promise<Map<string, Found>>,
  { interval = 250, most = 1000 } = {},
): (text: string) => Promise<Found | undefined> {
  interface Batch {
    texts: Set<string>;
    found: Promise<Map<string, Found>>;
  }
  let open: Batch | undefined;
  let latest: Promise<unknown> = Promise.resolve();
  const begin = (): Batch => {
    const texts = new Set<string>();
    const found = Promise.all([latest, setTimeout(interval)]).then(() => {
      open = undefined;
      return lookUp([...texts]);
    });
    latest = found.catch(() => undefined);
    return { texts, found };
  };
  return async (text) => {
    open ??= begin();
    const { texts, found } = open;
    if (texts.size >= most && !texts.has(text)) throw new BatchFull();
    texts.add(text);
    return (await found).get(text);
  };
}
