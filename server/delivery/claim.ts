import { sql } from "kysely";
import { planEachTime } from "../store/driver.ts";
import type { Store } from "../store/store.ts";

/** An attempt that one worker has claimed, so that no other makes it. */
export interface Job {
  workspaceId: string;
  webhookId: string;
  deliveryId: string;
  /** Counts the attempts of the delivery, from 1. */
  attempt: number;
}

/** The places that the attempts under way leave free for one workspace. */
export interface Room {
  /** Attempts that can begin. */
  places: number;
  /** Attempts at once to one webhook. */
  webhook: number;
  /** The webhooks with attempts under way, and those that may have fewer: how many they have, and may have. */
  taken: { webhookId: string; count: number; most: number }[];
}

/**
 * For how long a delivery is claimed, in seconds. An attempt takes at most half of it; one that is not recorded by then
 * was lost with its process.
 */
const claimSeconds = 30;

/** The statements compare with the time at which they start: a function of each moment is none that Citus lets them use. */
export const unclaimed = sql<boolean>`(claimed_until is null or claimed_until <= statement_timestamp())`;

/**
 * Claims due deliveries of one workspace, whose webhooks take turns. What another process has claimed or is changing is left
 * out: when two choose the same delivery, one gets it, and the other gets fewer than there is room for.
 *
 * Each part leaves PostgreSQL one index to use, because its statistics can be missing or old, and with another index a
 * long queue takes longer than a statement may. So each webhook's queue is read by itself, without `status = 'pending'`,
 * which stands only where the index of all due deliveries is meant; only a pending delivery has `next_attempt_at`. The list of
 * the chosen ones is a subquery, as PostgreSQL would read all deliveries of a workspace whose number it does not know, rather
 * than look up many of them.
 */
export async function claim({ database, now }: Store, workspaceId: string, room: Room): Promise<Job[]> {
  const statement = sql<Job>`
    with taken as materialized (
      select * from json_to_recordset(${JSON.stringify(room.taken)})
        as taken ("webhookId" text, count integer, most integer)
    ),
    due as materialized (
      select delivery.id, delivery.next_attempt_at, coalesce(taken.count, 0)
        + row_number() over (partition by webhooks.id order by delivery.next_attempt_at) as turn
      from webhooks left join taken on taken."webhookId" = webhooks.id
      cross join lateral (
        select id, next_attempt_at from webhook_deliveries
        where workspace_id = ${workspaceId} and webhook_id = webhooks.id
          and next_attempt_at <= ${now()} and ${unclaimed}
        order by next_attempt_at
        limit greatest(0, least(${room.places}, coalesce(taken.most, ${room.webhook}) - coalesce(taken.count, 0)))
      ) delivery
      where webhooks.workspace_id = ${workspaceId}
    ),
    free as materialized (
      select id, status, claimed_until from webhook_deliveries
      where workspace_id = ${workspaceId}
        and id = any(array(select id from due order by turn, next_attempt_at limit ${room.places}))
      for update skip locked
    )
    update webhook_deliveries delivery
    set claimed_until = statement_timestamp() + ${claimSeconds} * interval '1 second'
    from free where delivery.workspace_id = ${workspaceId} and delivery.id = free.id
      and free.status = 'pending' and (free.claimed_until is null or free.claimed_until <= statement_timestamp())
    returning delivery.workspace_id as "workspaceId", delivery.webhook_id as "webhookId",
      delivery.id as "deliveryId", delivery.attempts + 1 as attempt`;
  const { rows } = await database.executeQuery(planEachTime(statement.compile(database)));
  return rows;
}
