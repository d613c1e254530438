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
  /** Takes a place for an attempt; the result releases it. */
  take: (job: Job) => () => void;
  /** The places that are free. */
  room: () => Room;
  load: () => Load;
}

export function createPlaces(): Places {
  /** Webhook → its workspace, and the start of each of its attempts under way. */
  const taken = new Map<string, { workspaceId: string; begun: Set<{ at: number }> }>();
  /** The webhooks whose last attempt was slow. */
  const slow = new LRUCache<string, true>({ max: 10_000 });
  let count = 0;
  const isLate = ({ at }: { at: number }) => performance.now() - at > slowAfter;

  return {
    take: ({ workspaceId, webhookId }) => {
      const attempt = { at: performance.now() };
      const others = taken.get(webhookId) ?? { workspaceId, begun: new Set() };
      others.begun.add(attempt);
      taken.set(webhookId, others);
      count++;
      return () => {
        count--;
        others.begun.delete(attempt);
        if (others.begun.size === 0) taken.delete(webhookId);
        if (isLate(attempt)) slow.set(webhookId, true);
        else slow.delete(webhookId);
      };
    },
    room: () => ({
      ...most,
      places: most.places - count,
      taken: [
        ...[...taken].map(([webhookId, { workspaceId, begun }]) => ({
          workspaceId,
          webhookId,
          count: begun.size,
          most: slow.has(webhookId) || [...begun].some(isLate) ? slowWebhook : most.webhook,
        })),
        ...[...slow.keys()]
          .filter((webhookId) => !taken.has(webhookId))
          .map((webhookId) => ({ workspaceId: "", webhookId, count: 0, most: slowWebhook })),
      ],
    }),
    load: () => ({
      underWay: count,
      slow: [...taken.values()].reduce((sum, { begun }) => sum + [...begun].filter(isLate).length, 0),
      places: most.places,
    }),
  };
}
