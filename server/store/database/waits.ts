import { AsyncLocalStorage } from "node:async_hooks";

/** Times of a request, in milliseconds. Two waits at the same time count once. */
interface Waits {
  total: number;
  underWay: number;
  since: number;
  lastEnd: number;
  slowest: { statement: string; took: number };
}

const ofRequest = new AsyncLocalStorage<Waits>();

/**
 * Measures for how long something, with all that it begins, waits for a connection to the database
 * and for its responses.
 */
export function measureWaits() {
  const waits: Waits = {
    total: 0,
    underWay: 0,
    since: 0,
    lastEnd: 0,
    slowest: { statement: "", took: 0 },
  };
  return {
    run: (work: () => void) => ofRequest.run(waits, work),
    milliseconds: () =>
      waits.total + (waits.underWay > 0 ? performance.now() - waits.since : 0),
    /** The statement that took longest, without its values. */
    slowest: () => waits.slowest.statement,
  };
}

/**
 * The same promise of the database, for a statement or for a connection; who waits for it is
 * measured.
 */
export function waiting<T>(answer: Promise<T>, statement: string): Promise<T> {
  const waits = ofRequest.getStore();
  if (!waits) return answer;
  const began = performance.now();
  if (waits.underWay++ === 0) waits.since = began;
  return answer.finally(() => {
    const now = performance.now();
    const took = now - Math.max(began, waits.lastEnd); // of statements that were sent together, each waits for the one before
    if (took > waits.slowest.took) waits.slowest = { statement, took };
    waits.lastEnd = now;
    if (--waits.underWay === 0) waits.total += now - waits.since;
  });
}
