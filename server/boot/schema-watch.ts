import type { Logger } from "pino";
import { type Fault, findFaults } from "../store/schema/faults.ts";
import { findDenied } from "../store/schema/rights.ts";
import type { OpenStore } from "../store/open/open-store.ts";

/**
 * Compares the database each minute, until `stop`, with the schema that its migrations make and the
 * rights that a server needs, and logs new faults.
 * @param period between two comparisons, in milliseconds
 */
export function watchSchema(store: OpenStore, log: Logger, period = 60_000) {
  let faults: readonly Fault[] = [];
  const logNew = (found: readonly Fault[]) => {
    const known = new Set(faults.map(({ what }) => what));
    for (const { what, statement, isSerious } of found) {
      if (known.has(what)) continue;
      if (isSerious) log.error({ statement }, `database: ${what}`);
      else log.warn({ statement }, `database: ${what}; requests are slower`);
    }
    faults = found;
  };
  logNew(store.faults);
  let isStopped = false;
  const compare = async () => {
    // When the database cannot be reached, the faults that were found last are kept.
    await findAll(store.database).then(logNew, () => undefined);
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

async function findAll(database: OpenStore["database"]): Promise<Fault[]> {
  return [...(await findFaults(database)), ...(await findDenied(database))];
}
