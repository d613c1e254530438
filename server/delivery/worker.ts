import { setTimeout } from "node:timers/promises";
import { delivery } from "../../generated/catalogue.ts";
import { makeAttempt, type Parts } from "./attempt.ts";
import { claim, type Job } from "./claim.ts";
import { createTurns } from "../turns.ts";
import { createDueWorkspaces } from "./due-workspaces.ts";
import { createPlaces, type Load } from "./places.ts";

/** The shortest time between two looks, in milliseconds: deliveries of that time are claimed together. */
const shortest = 20;
/** How many workspaces have a turn in one look: few, so that the attempts of the first one are soon replaced. */
const turnsOfLook = 50;
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
  const due = createDueWorkspaces(store);
  const attempts = new Set<Promise<void>>();
  const stopping = new AbortController();
  /** Whether there is a reason to look again at once. */
  let lookAgain = false;
  /** Whether the last query failed. */
  let away = false;
  let wake = () => {};

  const look = () => {
    lookAgain = true;
    wake();
  };

  const onDue = (workspaceId: string) => {
    due.add(workspaceId);
    look();
  };

  const begin = (job: Job) => {
    const release = places.take(job);
    const attempt = makeAttempt(job, { ...parts, turns })
      .catch((err: unknown) => {
        log.error({ err, delivery: job.deliveryId }, "an attempt could not be made and will be repeated");
      })
      .finally(() => {
        attempts.delete(attempt);
        if (release()) due.add(job.workspaceId);
        look();
      });
    attempts.add(attempt);
  };

  /** Gives a workspace its turn, with its share of the free places. */
  const serve = async (workspaceId: string, share: number) => {
    const room = places.room(workspaceId);
    const wanted = Math.min(room.places, share);
    if (wanted === 0) return;
    const jobs = await claim(store, workspaceId, { ...room, places: wanted });
    jobs.forEach(begin);
    if (jobs.length === wanted) due.add(workspaceId);
  };

  const fillPlaces = async () => {
    if (places.free() === 0) return;
    try {
      await due.search();
      for (let turns = Math.min(due.size(), turnsOfLook); turns > 0 && places.free() > 0; turns--) {
        const workspaceId = due.next();
        if (workspaceId !== undefined) await serve(workspaceId, Math.ceil(places.free() / turns));
      }
      away = false;
    } catch (err) {
      if (!away) log.error({ err }, "the due deliveries cannot be read");
      away = true;
    }
  };

  /** Waits for a reason to look again: a report, the end of an attempt, a workspace that waits, or the time to search. */
  const pause = async () => {
    const isWaitedFor = due.size() > 0 && places.free() > 0;
    if (lookAgain || (isWaitedFor && !away)) return;
    await new Promise<void>((resolve) => {
      const timer = globalThis.setTimeout(resolve, due.untilSearch());
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  };

  const work = async () => {
    while (!stopping.signal.aborted) {
      lookAgain = false;
      await fillPlaces();
      await setTimeout(shortest);
      await pause();
    }
  };

  store.deliveries.on("due", onDue);
  const working = work();
  return {
    load: places.load,
    stop: async () => {
      stopping.abort();
      store.deliveries.off("due", onDue);
      wake();
      const done = working.then(() => Promise.all(attempts));
      await Promise.race([done, setTimeout(grace, undefined, { ref: false })]);
    },
  };
}
