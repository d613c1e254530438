import { setTimeout } from "node:timers/promises";
import { delivery } from "../../generated/catalogue.ts";
import { makeAttempt, type Parts } from "./attempt.ts";
import { claim, type Job } from "./claim.ts";
import { createTurns } from "../turns.ts";
import { createPlaces, type Load } from "./places.ts";

/** How often to look for due attempts when no change reports one, in milliseconds. */
const interval = 500;
/** The shortest time between two looks, in milliseconds: deliveries of that time are claimed together. */
const shortest = 20;
/** How long a stop waits for the attempts under way, in milliseconds: their time limit, and time to record them. */
const grace = delivery.timeout + 3000;

/** How many attempts read or record at the same time: in total, and of one workspace when others wait. */
const atDatabase = { total: 4, share: 2 };

/** Makes attempts in the background. */
export interface Worker {
  load: () => Load;
  /**
   * Starts no more attempts and waits for those under way. An attempt that is not recorded 18 seconds later is left:
   * another worker repeats it when its claim has expired.
   */
  stop: () => Promise<void>;
}

/** Makes the attempts that are due until it is stopped. */
export function startWorker(parts: Omit<Parts, "turns">): Worker {
  const { store, log } = parts;
  const places = createPlaces();
  const turns = createTurns(atDatabase);
  const attempts = new Set<Promise<void>>();
  const stopping = new AbortController();
  /** Whether there is a reason to look again at once. */
  let isDue = false;
  /** Whether the last look found attempts, so that more may wait for a free place. */
  let busy = false;
  /** Whether the last query failed. */
  let away = false;
  let wake = () => {};

  const lookAgain = () => {
    isDue = true;
    wake();
  };

  const begin = (job: Job) => {
    const release = places.take(job);
    const attempt = makeAttempt(job, { ...parts, turns })
      .catch((err: unknown) => {
        log.error({ err, delivery: job.deliveryId }, "an attempt could not be made and will be repeated");
      })
      .finally(() => {
        attempts.delete(attempt);
        release();
        if (busy) lookAgain();
      });
    attempts.add(attempt);
  };

  /** @returns whether it found attempts, or had no free place */
  const look = async () => {
    const room = places.room();
    if (room.places === 0) return true;
    try {
      const jobs = await claim(store, room);
      jobs.forEach(begin);
      away = false;
      return jobs.length > 0;
    } catch (err) {
      if (!away) log.error({ err }, "the due deliveries cannot be read");
      away = true;
      return false;
    }
  };

  const pause = async () => {
    if (isDue) return;
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
      isDue = false;
      busy = await look();
      await setTimeout(shortest);
      await pause();
    }
  };

  store.deliveries.on("due", lookAgain);
  const working = work();
  return {
    load: places.load,
    stop: async () => {
      stopping.abort();
      store.deliveries.off("due", lookAgain);
      wake();
      const done = working.then(() => Promise.all(attempts));
      await Promise.race([done, setTimeout(grace, undefined, { ref: false })]);
    },
  };
}
