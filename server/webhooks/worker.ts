import { setTimeout } from "node:timers/promises";
import { delivery } from "../../generated/constants.ts";
import { createFairQueue } from "../limits/fair-queue.ts";
import { type AttemptContext, type Counts, makeAttempt } from "./attempt.ts";
import { claim } from "./claim.ts";
import { dueNotice } from "./fan-out.ts";
import { type Job, type Lane, lanes } from "./job.ts";
import {
  type Attempt,
  countByLane,
  freeSlots,
  holdsBack,
  roomFor,
} from "./room.ts";
import { createSearch } from "./search.ts";

/**
 * The shortest time between two rounds, in milliseconds: deliveries of that time are claimed
 * together.
 */
const minPause = 20;
/**
 * The limit of turns in one round: few, so that the attempts of the first turn are soon replaced.
 */
const turnsOfRound = 50;
/** The time for which the same error of the database is not logged again, in milliseconds. */
const betweenLogs = 60_000;
/**
 * The time for which a stop waits for the attempts under way, in milliseconds: their time limit,
 * and time to record them.
 */
const grace = delivery.timeout + 3000;

/** The limit of attempts that read or record at the same time. */
const atDatabase = { total: 4 };

export type Worker = ReturnType<typeof startWorker>;

/**
 * Makes the attempts that are due, in the background, until it is stopped. One loop visits each
 * workspace that may have due deliveries a turn, in which it begins attempts as far as there is
 * room (room.ts).
 */
export function startWorker(
  context: Omit<AttemptContext, "queue" | "counts" | "onSend">,
) {
  const { store, log } = context;
  const counts: Counts = { succeeded: 0, failed: 0, disabled: 0 };
  const queue = createFairQueue(atDatabase);
  const search = createSearch(store);
  /** Workspaces that may have due deliveries, in the order of their turns. */
  const waiting = new Set<string>();
  const underWay = new Set<Attempt>();
  /** The promises of the attempts under way. */
  const running = new Set<Promise<void>>();
  /** Ends at a reason for another round: a report, or the end of an attempt. */
  const pause = createPause();
  const stopping = new AbortController();

  const onDue = (workspaceId: string) => {
    waiting.add(workspaceId);
    pause.end();
  };

  const tryAttempt = async (attempt: Attempt) => {
    const { job } = attempt;
    const onSend = () => (attempt.sentAt = performance.now());
    try {
      await makeAttempt(job, { ...context, queue, counts, onSend });
    } catch (err) {
      log.error(
        { err, delivery: job.deliveryId },
        "an attempt could not be made and will be repeated",
      );
    }
  };

  const begin = (job: Job) => {
    const attempt: Attempt = { job, sentAt: undefined };
    underWay.add(attempt);
    const ended = tryAttempt(attempt).then(() => {
      if (holdsBack(attempt, underWay)) waiting.add(job.workspaceId);
      underWay.delete(attempt);
      running.delete(ended);
      pause.end();
    });
    running.add(ended);
  };

  /** Begins attempts of a workspace. */
  const takeTurn = async (workspaceId: string) => {
    waiting.delete(workspaceId);
    const room = roomFor(workspaceId, underWay);
    // A workspace without room gets another turn when one of its attempts ends.
    if (!hasFree(room.free)) return;
    const jobs = await claim(store, workspaceId, room);
    for (const job of jobs) begin(job);
    if (isLaneFilled(room.free, jobs)) waiting.add(workspaceId);
  };

  const round = async () => {
    for (const workspaceId of await search.run()) waiting.add(workspaceId);
    const turns = [...waiting].slice(0, turnsOfRound);
    for (const workspaceId of turns) {
      if (!hasFree(freeSlots(underWay))) return;
      await takeTurn(workspaceId);
    }
  };

  const logAway = createRareLog((err) =>
    log.error({ err }, "the due deliveries cannot be read"),
  );

  const work = async () => {
    while (!stopping.signal.aborted) {
      let isAway = false;
      try {
        await round();
      } catch (err) {
        isAway = true;
        logAway(err);
      }
      await setTimeout(minPause);
      const canGoOn =
        !isAway && waiting.size > 0 && hasFree(freeSlots(underWay));
      await pause.wait(canGoOn ? 0 : search.wait());
    }
  };

  store.notices.on(dueNotice, onDue);
  const working = work();
  return {
    /** Returns the number of attempts under way, by their lanes. */
    load: () => countByLane(underWay),
    counts,
    /**
     * Starts no more attempts and waits for those under way. An attempt that is not recorded 18
     * seconds later is left: another worker repeats it when its claim has expired.
     */
    stop: async () => {
      stopping.abort();
      store.notices.off(dueNotice, onDue);
      pause.end();
      const done = working.then(() => Promise.all(running));
      await Promise.race([done, setTimeout(grace, undefined, { ref: false })]);
    },
  };
}

const hasFree = (free: Record<Lane, number>): boolean =>
  lanes.some((lane) => free[lane] > 0);

/** Returns whether jobs take all free slots of a lane: more of them may be due. */
const isLaneFilled = (free: Record<Lane, number>, jobs: Job[]): boolean =>
  lanes.some((lane) => {
    const taken = jobs.filter((job) => job.lane === lane).length;
    return taken > 0 && taken === free[lane];
  });

/** Returns a function that logs an error, but not soon after another one. */
function createRareLog(write: (error: unknown) => void) {
  let loggedAt = -Infinity;
  return (error: unknown) => {
    if (performance.now() - loggedAt < betweenLogs) return;
    loggedAt = performance.now();
    write(error);
  };
}

/** Makes a pause that can be ended before its time. */
function createPause() {
  let controller = new AbortController();
  return {
    /** Ends the pause that is under way, or the next one at once. */
    end: () => controller.abort(),
    wait: async (milliseconds: number) => {
      await setTimeout(milliseconds, undefined, {
        signal: controller.signal,
      }).catch(() => undefined);
      controller = new AbortController();
    },
  };
}
