import { setTimeout } from "node:timers/promises";
import { delivery } from "../../generated/constants.ts";
import { createFairQueue } from "../limits/fair-queue.ts";
import type { Store } from "../store/store.ts";
import { type Counts, makeAttempt, type AttemptContext } from "./attempt.ts";
import { claim, type Job, type Pool, pools } from "./claim.ts";
import { createDueWorkspaces, type DueWorkspaces } from "./due-workspaces.ts";
import { createSlots, type Slots } from "./attempt-slots.ts";

/** The shortest time between two looks, in milliseconds: deliveries of that time are claimed together. */
const shortest = 20;
/** How many workspaces have a turn in one look: few, so that the attempts of the first one are soon replaced. */
const claimsOfSearch = 50;
/** How long the same error of the database is not logged again, in milliseconds. */
const betweenLogs = 60_000;
/** How long a stop waits for the attempts under way, in milliseconds: their time limit, and time to record them. */
const grace = delivery.timeout + 3000;

/** How many attempts read or record at the same time. */
const atDatabase = { total: 4 };

export type Worker = ReturnType<typeof startWorker>;

/** Makes the attempts that are due, in the background, until it is stopped. */
export function startWorker(context: Omit<AttemptContext, "queue" | "counts">) {
  const { store, log } = context;
  const counts: Counts = { succeeded: 0, failed: 0, disabled: 0 };
  const queue = createFairQueue(atDatabase);
  const due = createDueWorkspaces(store);
  /** Ends at a reason to look again: a report, or the end of an attempt. */
  const pause = createPause();
  const attempts = new Set<Promise<void>>();
  const stopping = new AbortController();

  const onDue = (workspaceId: string) => {
    due.add(workspaceId);
    pause.end();
  };

  const slots = createSlots(onDue);
  const begin = (job: Job) => {
    const slot = slots.take(job);
    const attempt = makeAttempt(job, slot, { ...context, queue, counts })
      .catch((err: unknown) => {
        log.error(
          { err, delivery: job.deliveryId },
          "an attempt could not be made and will be repeated",
        );
      })
      .finally(() => {
        attempts.delete(attempt);
        slot.release();
        pause.end();
      });
    attempts.add(attempt);
  };

  const work = async () => {
    let loggedAt = -Infinity;
    while (!stopping.signal.aborted) {
      let isAway = false;
      try {
        await fillSlots(store, { slots, due, begin });
      } catch (err) {
        isAway = true;
        if (performance.now() - loggedAt >= betweenLogs) {
          log.error({ err }, "the due deliveries cannot be read");
          loggedAt = performance.now();
        }
      }
      await setTimeout(shortest);
      const isWaitedFor = pools.some(
        (pool) => due.size(pool) > 0 && slots.free(pool) > 0,
      );
      await pause.wait(isWaitedFor && !isAway ? 0 : due.untilSearch());
    }
  };

  store.deliveries.on("due", onDue);
  const working = work();
  return {
    load: slots.load,
    counts,
    /**
     * Starts no more attempts and waits for those under way. An attempt that is not recorded 18 seconds later is left:
     * another worker repeats it when its claim has expired.
     */
    stop: async () => {
      stopping.abort();
      store.deliveries.off("due", onDue);
      pause.end();
      const done = working.then(() => Promise.all(attempts));
      await Promise.race([done, setTimeout(grace, undefined, { ref: false })]);
    },
  };
}

/** Searches, and gives some workspaces their turns in each pool that has free slots. */
async function fillSlots(store: Store, work: Work): Promise<void> {
  const { slots, due } = work;
  await due.search();
  for (const pool of pools) {
    for (
      let claims = claimsIn(pool, due);
      claims > 0 && slots.free(pool) > 0;
      claims--
    ) {
      const workspaceId = due.next(pool);
      if (workspaceId !== undefined) await claimNext(store, workspaceId, work);
    }
  }
}

interface Work {
  slots: Slots;
  due: DueWorkspaces;
  begin: (job: Job) => void;
}

const claimsIn = (pool: Pool, due: DueWorkspaces) =>
  Math.min(due.size(pool), claimsOfSearch);

/** Begins attempts of a workspace, with its share of what each pool has free. It has to wait on where more may be due. */
async function claimNext(
  store: Store,
  workspaceId: string,
  { slots, due, begin }: Work,
): Promise<void> {
  const open = pools.filter(
    (pool) => slots.free(pool) > 0 && due.has(workspaceId, pool),
  );
  const room = slots.room(workspaceId);
  const shares = room.pools
    .filter(({ pool }) => open.includes(pool))
    .map((of) => ({
      ...of,
      slots: Math.min(
        of.slots,
        Math.ceil(slots.free(of.pool) / claimsIn(of.pool, due)),
      ),
    }));
  due.remove(workspaceId, open);
  if (shares.length === 0) return;
  const jobs = await claim(store, workspaceId, { ...room, pools: shares });
  jobs.forEach(begin);
  const emptied = shares.filter(
    (share) =>
      jobs.filter(({ pool }) => pool === share.pool).length === share.slots,
  );
  due.add(
    workspaceId,
    emptied.map(({ pool }) => pool),
  );
}

/** A pause that can be ended before its time. */
function createPause() {
  let controller = new AbortController();
  return {
    /** Ends the pause that is under way, else the next one at once. */
    end: () => controller.abort(),
    wait: async (milliseconds: number) => {
      await setTimeout(milliseconds, undefined, {
        signal: controller.signal,
      }).catch(() => undefined);
      controller = new AbortController();
    },
  };
}
