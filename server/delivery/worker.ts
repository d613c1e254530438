import { setTimeout } from "node:timers/promises";
import { delivery } from "../../generated/catalogue.ts";
import { makeAttempt, type Means } from "./attempt.ts";
import { claim, type Job } from "./claim.ts";
import { createTurns } from "../turns.ts";
import { createPlaces, type Load } from "./places.ts";

/** How often to look for attempts that are due, when nothing rings, in milliseconds. */
const interval = 500;
/** How often to look at most, in milliseconds: what comes meanwhile is claimed together. */
const shortest = 20;
/** How long a stop waits for the attempts under way, in milliseconds: their time limit, and some to record them. */
const grace = delivery.timeout + 3000;

/** Reads and records at once, in all and for one workspace beside others. */
const atDatabase = { total: 4, share: 2 };

/** What makes attempts. */
export interface Worker {
  load: () => Load;
  /**
   * Begins no more attempts and waits for those under way. What is not recorded 18 seconds later is left: another
   * worker makes the attempt again once its claim is over.
   */
  stop: () => Promise<void>;
}

/** Makes the attempts that are due until it is stopped. */
export function startWorker(means: Omit<Means, "turns">): Worker {
  const { store, log } = means;
  const places = createPlaces();
  const turns = createTurns(atDatabase);
  const attempts = new Set<Promise<void>>();
  const stopping = new AbortController();
  let rung = false;
  /** Whether the last look found something, so that a place that is given back may be wanted. */
  let busy = false;
  /** Whether the database could not be asked when it was last tried. */
  let away = false;
  let wake = () => {};

  const ring = () => {
    rung = true;
    wake();
  };

  const begin = (job: Job) => {
    const giveBack = places.take(job);
    const attempt = makeAttempt(job, { ...means, turns })
      .catch((err: unknown) => {
        log.error({ err, delivery: job.deliveryId }, "an attempt could not be made and is tried again");
      })
      .finally(() => {
        attempts.delete(attempt);
        giveBack();
        if (busy) ring();
      });
    attempts.add(attempt);
  };

  /** @returns whether there was something to do */
  const look = async () => {
    const room = places.room();
    if (room.places === 0) return true;
    try {
      const jobs = await claim(store, room);
      jobs.forEach(begin);
      away = false;
      return jobs.length > 0;
    } catch (err) {
      if (!away) log.error({ err }, "the deliveries that are due cannot be read");
      away = true;
      return false;
    }
  };

  const pause = async () => {
    if (rung) return;
    await new Promise<void>((resolve) => {
      const timer = globalThis.setTimeout(resolve, interval);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  };

  const work = async () => {
    while (!stopping.signal.aborted) {
      rung = false;
      busy = await look();
      await setTimeout(shortest);
      await pause();
    }
  };

  store.bell.on("ring", ring);
  const working = work();
  return {
    load: places.load,
    stop: async () => {
      stopping.abort();
      store.bell.off("ring", ring);
      wake();
      const done = working.then(() => Promise.all(attempts));
      await Promise.race([done, setTimeout(grace, undefined, { ref: false })]);
    },
  };
}
