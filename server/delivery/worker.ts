import { setTimeout } from "node:timers/promises";
import { delivery } from "../../generated/catalogue.ts";
import { makeAttempt, type Parts } from "./attempt.ts";
import { claim, type Job } from "./claim.ts";
import type { Store } from "../store/store.ts";
import { createTurns } from "../turns.ts";
import { createDueWorkspaces, type DueWorkspaces } from "./due-workspaces.ts";
import { createPause } from "./pause.ts";
import { createPlaces, type Load, type Places } from "./places.ts";

/** The shortest time between two looks, in milliseconds: deliveries of that time are claimed together. */
const shortest = 20;
/** How many workspaces have a turn in one look: few, so that the attempts of the first one are soon replaced. */
const turnsOfLook = 50;
/** How long the same fault of the database is not logged again, in milliseconds. */
const betweenLogs = 60_000;
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
  /** Ends at a reason to look again: a report, or the end of an attempt. */
  const pause = createPause();
  const attempts = new Set<Promise<void>>();
  const stopping = new AbortController();

  const onDue = (workspaceId: string) => {
    due.add(workspaceId);
    pause.end();
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
        pause.end();
      });
    attempts.add(attempt);
  };

  const work = async () => {
    let loggedAt = -Infinity;
    while (!stopping.signal.aborted) {
      let isAway = false;
      try {
        await fillPlaces(store, { places, due, begin });
      } catch (err) {
        isAway = true;
        if (performance.now() - loggedAt >= betweenLogs) {
          log.error({ err }, "the due deliveries cannot be read");
          loggedAt = performance.now();
        }
      }
      await setTimeout(shortest);
      const isWaitedFor = due.size() > 0 && places.free() > 0;
      await pause.wait(isWaitedFor && !isAway ? 0 : due.untilSearch());
    }
  };

  store.deliveries.on("due", onDue);
  const working = work();
  return {
    load: places.load,
    stop: async () => {
      stopping.abort();
      store.deliveries.off("due", onDue);
      pause.end();
      const done = working.then(() => Promise.all(attempts));
      await Promise.race([done, setTimeout(grace, undefined, { ref: false })]);
    },
  };
}

/** Searches, and gives some workspaces their turns, each with its share of the free places. */
async function fillPlaces(
  store: Store,
  { places, due, begin }: { places: Places; due: DueWorkspaces; begin: (job: Job) => void },
): Promise<void> {
  if (places.free() === 0) return;
  await due.search();
  for (let turns = Math.min(due.size(), turnsOfLook); turns > 0 && places.free() > 0; turns--) {
    const workspaceId = due.next();
    if (workspaceId === undefined) return;
    const room = places.room(workspaceId);
    const wanted = Math.min(room.places, Math.ceil(places.free() / turns));
    if (wanted === 0) continue;
    const jobs = await claim(store, workspaceId, { ...room, places: wanted });
    jobs.forEach(begin);
    if (jobs.length === wanted) due.add(workspaceId);
  }
}
