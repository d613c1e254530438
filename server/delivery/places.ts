import { LRUCache } from "lru-cache";
import type { Job, Room } from "./claim.ts";

/** Attempts that one process makes at once, in all, for one workspace and for one webhook. */
const most = { places: 400, workspace: 100, webhook: 20 };
/** Attempts at once to a webhook whose receiver is slow. */
const slowWebhook = 4;
/** After this time without an answer, in milliseconds, a receiver is slow; so it is until it was faster. */
const slowAfter = 5000;

/** How a process's places for attempts are taken. */
export interface Load {
  underWay: number;
  /** Of these, the attempts that wait longer for their receiver than one does that is not slow. */
  slow: number;
  places: number;
}

/** The places that attempts take, each that of a webhook and of a workspace. */
export interface Places {
  /** Takes a place for an attempt; the result gives it back. */
  take: (job: Job) => () => void;
  /** What is left. */
  room: () => Room;
  load: () => Load;
}

export function createPlaces(): Places {
  /** Webhook → its workspace, and when each of its attempts under way was begun. */
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
