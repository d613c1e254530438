import { LRUCache } from "lru-cache";
import type { Job, Room } from "./claim.ts";

/** Attempts that one process makes at once, in all, for one workspace and for one webhook. */
const most = { places: 400, workspace: 100, webhook: 20 };
/** Attempts at once to a webhook whose receiver is slow. */
const slowWebhook = 4;
/** A receiver is slow when it has not responded after this time, in milliseconds, until it responds faster. */
const slowAfter = 5000;

/** How many attempts this process makes. */
export interface Load {
  underWay: number;
  /** Of these, the attempts whose receiver is slow. */
  slow: number;
  places: number;
}

/** Bounds the attempts that one process makes at the same time. */
export interface Places {
  /**
   * Takes a place for an attempt; the result releases it.
   * @returns whether others of its workspace may have waited for the place
   */
  take: (job: Job) => () => boolean;
  /** How many places are free in all. */
  free: () => number;
  /** The places that are free for a workspace. */
  room: (workspaceId: string) => Room;
  load: () => Load;
}

/** The attempts under way of one webhook. */
type Attempts = Set<{ at: number }>;

export function createPlaces(): Places {
  /** Workspace → webhook → its attempts under way. */
  const taken = new Map<string, Map<string, Attempts>>();
  /** Workspace → its webhooks whose last attempt was slow. */
  const slow = new LRUCache<string, Set<string>>({ max: 10_000 });
  let count = 0;
  const isLate = ({ at }: { at: number }) => performance.now() - at > slowAfter;
  const mostOf = (workspaceId: string, webhookId: string, attempts: Attempts) =>
    slow.get(workspaceId)?.has(webhookId) || [...attempts].some(isLate) ? slowWebhook : most.webhook;
  const note = ({ workspaceId, webhookId }: Job, isSlow: boolean) => {
    const webhooks = slow.get(workspaceId) ?? new Set();
    if (isSlow) slow.set(workspaceId, webhooks.add(webhookId));
    else if (webhooks.delete(webhookId) && webhooks.size === 0) slow.delete(workspaceId);
  };
  const countOf = (webhooks: Map<string, Attempts>) =>
    [...webhooks.values()].reduce((sum, { size }) => sum + size, 0);

  return {
    take: (job) => {
      const { workspaceId, webhookId } = job;
      const attempt = { at: performance.now() };
      const webhooks = taken.get(workspaceId) ?? new Map<string, Attempts>();
      const attempts = webhooks.get(webhookId) ?? new Set();
      taken.set(workspaceId, webhooks.set(webhookId, attempts.add(attempt)));
      count++;
      return () => {
        const wasFull =
          countOf(webhooks) >= most.workspace || attempts.size >= mostOf(workspaceId, webhookId, attempts);
        count--;
        attempts.delete(attempt);
        if (attempts.size === 0) webhooks.delete(webhookId);
        if (webhooks.size === 0) taken.delete(workspaceId);
        note(job, isLate(attempt));
        return wasFull;
      };
    },
    free: () => most.places - count,
    room: (workspaceId) => {
      const webhooks = taken.get(workspaceId) ?? new Map<string, Attempts>();
      return {
        places: Math.min(most.places - count, most.workspace - countOf(webhooks)),
        webhook: most.webhook,
        taken: [
          ...[...webhooks].map(([webhookId, attempts]) => ({
            webhookId,
            count: attempts.size,
            most: mostOf(workspaceId, webhookId, attempts),
          })),
          ...[...(slow.get(workspaceId) ?? [])]
            .filter((webhookId) => !webhooks.has(webhookId))
            .map((webhookId) => ({ webhookId, count: 0, most: slowWebhook })),
        ],
      };
    },
    load: () => ({
      underWay: count,
      slow: [...taken.values()]
        .flatMap((webhooks) => [...webhooks.values()])
        .reduce((sum, attempts) => sum + [...attempts].filter(isLate).length, 0),
      places: most.places,
    }),
  };
}
