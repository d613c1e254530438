import { sql, type Kysely } from "kysely";
import { delivery } from "../../generated/constants.ts";
import { planEachTime } from "../store/driver.ts";
import type { Store } from "../store/store.ts";
import type { Tables } from "../store/tables.ts";
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

/** A delivery and its webhook. */
export const withWebhook = (
  database: Kysely<Tables>,
  { workspaceId, deliveryId }: Job,
) =>
  database
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhooks as webhook", (join) =>
      join
        .onRef("webhook.workspace_id", "=", "delivery.workspace_id")
        .onRef("webhook.id", "=", "delivery.webhook_id"),
    )
    .where("delivery.workspace_id", "=", workspaceId)
    .where("delivery.id", "=", deliveryId);

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

/**
 * For how long a delivery is claimed, in milliseconds. An attempt takes at most half of it; one that is not recorded by then
 * was lost with its process.
 */
const claimTime = 2 * delivery.timeout;

/**
 * Claims due deliveries of one workspace, whose webhooks take turns; none while it is suspended. What another process has claimed or is changing is left
 * out: when two choose the same delivery, one gets it, and the other gets fewer than there is room for.
 *
 * Each part leaves PostgreSQL one index to use, because its statistics can be missing or old, and with another index a
 * long queue takes longer than a statement may. So each webhook's queue is read by itself, without `status = 'pending'`,
 * which stands only where the index of all due deliveries is meant; only a pending delivery has `next_attempt_at`. The list of
 * the chosen ones is a subquery, as PostgreSQL would read all deliveries of a workspace whose number it does not know, rather
 * than look up many of them.
 */
export async function claim(
  { database, now }: Store,
  workspaceId: string,
  room: Room,
): Promise<Job[]> {
  const { rows } = await sql<Job>`
    ${planEachTime} with pools as materialized (
      select * from json_to_recordset(${JSON.stringify(room.pools)}) as pools (pool text, slots integer, webhook integer)
    ),
    receivers as materialized (
      select * from json_to_recordset(${JSON.stringify(room.receivers)})
        as receivers ("webhookId" text, pool text, "underWay" integer)
    ),
    due as materialized (
      select delivery.id, delivery.next_attempt_at, pools.pool, pools.slots, coalesce(receivers."underWay", 0)
        + row_number() over (partition by webhooks.id order by delivery.next_attempt_at) as turn
      from webhooks left join receivers on receivers."webhookId" = webhooks.id
      join pools on pools.pool = coalesce(receivers.pool, 'unproven')
      cross join lateral (
        select id, next_attempt_at from webhook_deliveries
        where workspace_id = ${workspaceId} and webhook_id = webhooks.id
          and next_attempt_at <= ${now()} and ${unclaimed}
        order by next_attempt_at
        limit greatest(0, least(pools.slots, pools.webhook - coalesce(receivers."underWay", 0)))
      ) delivery
      where webhooks.workspace_id = ${workspaceId}
        and not exists (select from workspaces where id = ${workspaceId} and suspended_at is not null)
    ),
    chosen as materialized (
      select id, slots, row_number() over (partition by pool order by turn, next_attempt_at) as place from due
    ),
    free as materialized (
      select id, status, claimed_until from webhook_deliveries
      where workspace_id = ${workspaceId}
        and id = any(array(select id from chosen where place <= slots))
      for update skip locked
    )
    update webhook_deliveries delivery
    set claimed_until = statement_timestamp() + ${claimTime} * interval '1 millisecond'
    from free where delivery.workspace_id = ${workspaceId} and delivery.id = free.id
      and free.status = 'pending' and (free.claimed_until is null or free.claimed_until <= statement_timestamp())
    returning delivery.workspace_id as "workspaceId", delivery.webhook_id as "webhookId",
      delivery.id as "deliveryId", delivery.claimed_until as "claimedUntil",
      (select pool from due where due.id = delivery.id) as pool`.execute(
    database,
  );
  return rows;
}
