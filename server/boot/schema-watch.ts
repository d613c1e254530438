import type { Logger } from "pino";
import { type Fault, findFaults } from "../store/schema/faults.ts";
import type { OpenStore } from "../store/store.ts";

/**
 * Compares the database with what its migrations make each minute, until `stop`, and logs what has
 * changed.
 * @param period between two comparisons, in milliseconds
 */
export function watchSchema(store: OpenStore, log: Logger, period = 60_000) {
  let faults: readonly Fault[] = [];
  const note = (found: readonly Fault[]) => {
    const known = new Set(faults.map(({ what }) => what));
    for (const { what, statement, isSerious } of found) {
      if (known.has(what)) continue;
      if (isSerious) log.error({ statement }, `database: ${what}`);
      else log.warn({ statement }, `database: ${what}; requests are slower`);
    }
    faults = found;
  };
  note(store.faults);
  let isStopped = false;
  const compare = async () => {
    // While the database is away, what was found last is the best that is known.
    await findFaults(store.database).then(note, () => undefined);
    if (!isStopped) timer = setTimeout(compare, period).unref();
  };
  let timer = setTimeout(compare, period).unref();
  const count = (serious: boolean) =>
    faults.filter(({ isSerious }) => isSerious === serious).length;
  return {
    isWhole: () => count(true) === 0,
    counts: () => ({ refused: count(true), slower: count(false) }),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
