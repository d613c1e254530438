import { AsyncLocalStorage } from "node:async_hooks";

/** What a request waits for at one time counts once. In milliseconds. */
interface Waits {
  total: number;
  underWay: number;
  since: number;
}

const ofRequest = new AsyncLocalStorage<Waits>();

/** Measures for how long something, with all that it begins, waits for a connection to the database and for its responses. */
export function measureWaits(): { run: (work: () => void) => void; milliseconds: () => number } {
  const waits = { total: 0, underWay: 0, since: 0 };
  return {
    run: (work) => ofRequest.run(waits, work),
    milliseconds: () => waits.total + (waits.underWay > 0 ? performance.now() - waits.since : 0),
  };
}

/** The same promise of the database; who waits for it is measured. */
export function waiting<T>(answer: Promise<T>): Promise<T> {
  const waits = ofRequest.getStore();
  if (!waits) return answer;
  if (waits.underWay++ === 0) waits.since = performance.now();
  return answer.finally(() => {
    if (--waits.underWay === 0) waits.total += performance.now() - waits.since;
  });
}
