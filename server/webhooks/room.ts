import type { Job, Lane } from "./job.ts";

/** The slots of a lane in one process: in all, for one workspace and for one webhook. */
export const slotsOf: Record<
  Lane,
  { total: number; workspace: number; webhook: number }
> = {
  quick: { total: 400, workspace: 100, webhook: 20 },
  slow: { total: 200, workspace: 40, webhook: 5 },
};
/**
 * The limit of both lanes together: attempts that become slow stay, also where the lane is full.
 */
const total = 1000;
/** The time without a response from which on an attempt is slow, in milliseconds. */
const slowAfter = 1000;
/** The limit of attempts that a workspace begins in one turn. */
const turn = 50;

/** An attempt under way. */
export interface Attempt {
  job: Job;
  /** The time at which it was sent, by `performance.now()`; undefined before. */
  sentAt: number | undefined;
}

/** The attempts that one workspace may begin. */
export interface Room {
  /** The free slots of each lane. */
  free: Record<Lane, number>;
  /** The webhooks with attempts under way. */
  webhooks: { webhookId: string; underWay: number; isSlow: boolean }[];
}

/** Returns the lane of an attempt now. */
function laneOf({ job, sentAt = Infinity }: Attempt): Lane {
  const isSlow = job.lane === "slow" || performance.now() - sentAt >= slowAfter;
  return isSlow ? "slow" : "quick";
}

/** Counts attempts by their lanes. */
export function countByLane(attempts: Iterable<Attempt>): Record<Lane, number> {
  const counts = { quick: 0, slow: 0 };
  for (const attempt of attempts) counts[laneOf(attempt)]++;
  return counts;
}

/** Returns the free slots of each lane, whichever workspace takes them. */
export function freeSlots(underWay: Set<Attempt>): Record<Lane, number> {
  const counts = countByLane(underWay);
  const left = total - underWay.size;
  return {
    quick: Math.max(0, Math.min(slotsOf.quick.total - counts.quick, left)),
    slow: Math.max(0, slotsOf.slow.total - counts.slow),
  };
}

/** Returns the attempts that a workspace may begin in its turn, beside those under way. */
export function roomFor(workspaceId: string, underWay: Set<Attempt>): Room {
  const own = [...underWay].filter(
    ({ job }) => job.workspaceId === workspaceId,
  );
  const ownCounts = countByLane(own);
  const inAll = freeSlots(underWay);
  const freeIn = (lane: Lane) => {
    const ofWorkspace = slotsOf[lane].workspace - ownCounts[lane];
    return Math.max(0, Math.min(inAll[lane], ofWorkspace, turn));
  };
  return {
    free: { quick: freeIn("quick"), slow: freeIn("slow") },
    webhooks: webhooksOf(own),
  };
}

function webhooksOf(attempts: Attempt[]): Room["webhooks"] {
  const webhooks = new Map<string, Room["webhooks"][number]>();
  for (const attempt of attempts) {
    const { webhookId } = attempt.job;
    const webhook = webhooks.get(webhookId);
    webhooks.set(webhookId, {
      webhookId,
      underWay: (webhook?.underWay ?? 0) + 1,
      isSlow: webhook?.isSlow === true || laneOf(attempt) === "slow",
    });
  }
  return [...webhooks.values()];
}

/** Returns whether an attempt keeps others of its workspace or its webhook from beginning. */
export function holdsBack(attempt: Attempt, underWay: Set<Attempt>): boolean {
  const { workspaceId, webhookId } = attempt.job;
  const lane = laneOf(attempt);
  let [ofWorkspace, ofWebhook] = [0, 0];
  for (const other of underWay) {
    if (other.job.workspaceId !== workspaceId || laneOf(other) !== lane)
      continue;
    ofWorkspace++;
    if (other.job.webhookId === webhookId) ofWebhook++;
  }
  const maxSlots = slotsOf[lane];
  return ofWorkspace >= maxSlots.workspace || ofWebhook >= maxSlots.webhook;
}
