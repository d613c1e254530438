import type { Timestamp } from "../store/timestamp.ts";

/**
 * An attempt takes a slot of its lane. In the lane `slow` are attempts at receivers that fail, and
 * those that have waited for a response for a second: so receivers that hang leave the slots of the
 * others free.
 */
export const lanes = ["quick", "slow"] as const;
export type Lane = (typeof lanes)[number];

/** An attempt that one worker has claimed, so that no other makes it. */
export interface Job {
  workspaceId: string;
  webhookId: string;
  deliveryId: string;
  /** Distinguishes this claim of the delivery from a later one. */
  claimedUntil: Timestamp;
  /**
   * The lane whose slot it takes: `slow` when the receiver fails, or is slow to respond to another
   * attempt.
   */
  lane: Lane;
}
