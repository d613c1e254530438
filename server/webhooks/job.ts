import { sql } from "kysely";
import type { Timestamp } from "../store/timestamp.ts";

/**
 * Attempts wait for slots of their pool only. A receiver is `slow` when it has not responded for a while, until it responds
 * faster, and `unproven` while this process knows nothing of it. So slow receivers keep no slot from quick ones.
 */
export const pools = ["quick", "unproven", "slow"] as const;
export type Pool = (typeof pools)[number];

/** An attempt that one worker has claimed, so that no other makes it. */
export interface Job {
  workspaceId: string;
  webhookId: string;
  deliveryId: string;
  /** Tells this claim of the delivery from a later one. */
  claimedUntil: Timestamp;
  /** The pool whose slot it was claimed for. */
  pool: Pool;
}

/** What the attempts under way leave free for one workspace. */
export interface Room {
  /** The pools that have slots free: how many attempts can begin, and how many may be under way at once to one webhook. */
  pools: { pool: Pool; slots: number; webhook: number }[];
  /** The pool of each known receiver, and its attempts under way. All others are unproven. */
  receivers: { webhookId: string; pool: Pool; underWay: number }[];
}

/**
 * Whether no worker has a delivery for an attempt. It compares with the time at which the statement starts: a function of
 * each moment is none that Citus lets statements use.
 */
export const unclaimed = sql<boolean>`(claimed_until is null or claimed_until <= statement_timestamp())`;
