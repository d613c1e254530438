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

/** The places that the attempts under way leave free. */
export interface Room {
  /** Attempts that this process can begin. */
  places: number;
  /** Attempts at once to one webhook. */
  webhook: number;
  /** Attempts at once to all webhooks of one workspace. */
  workspace: number;
  /** The webhooks with attempts under way: how many they are, and how many they may be. */
  taken: { workspaceId: string; webhookId: string; count: number; most: number }[];
}

/**
 * For how long a delivery is claimed, in seconds. An attempt takes at most half of it; one that is not recorded by then
 * was lost with its process.
 */
const claimSeconds = 30;

const unclaimed = sql<boolean>`(claimed_until is null or claimed_until <= clock_timestamp())`;

/**
 * Claims due deliveries. Workspaces take turns, and in each workspace its webhooks. Each webhook with pending deliveries
 * costs one index lookup, and deliveries beyond its share are not read. While nothing is due, one lookup is made in total.
 * When two processes choose the same delivery, one gets it.
 *
 * Each part leaves PostgreSQL one index to use, because its statistics can be missing or old, and with another index a
 * long queue takes longer than a statement may. So `status = 'pending'` stands only where the index of due deliveries is
 * meant. Only a pending delivery has `next_attempt_at`.
 */
export async function claim({ database, now }: Store, room: Room): Promise<Job[]> {
  const statement = sql<Job>`
    with recursive taken as (
      select * from json_to_recordset(${JSON.stringify(room.taken)})
        as taken ("workspaceId" text, "webhookId" text, count integer, most integer)
    ),
    waiting (workspace_id, webhook_id) as (
      (select workspace_id, webhook_id from webhook_deliveries
        where next_attempt_at is not null and (
          select true from webhook_deliveries
          where status = 'pending' and next_attempt_at <= ${now()} and ${unclaimed}
          order by next_attempt_at limit 1
        )
        order by workspace_id, webhook_id limit 1)
      union all
      (select next.workspace_id, next.webhook_id from waiting last cross join lateral (
        select workspace_id, webhook_id from webhook_deliveries
        where next_attempt_at is not null and (workspace_id, webhook_id) > (last.workspace_id, last.webhook_id)
        order by workspace_id, webhook_id limit 1) next)
    ),
    due as (
      select delivery.*, coalesce(taken.count, 0)
        + row_number() over (partition by delivery.webhook_id order by delivery.next_attempt_at) as turn
      from waiting left join taken on taken."webhookId" = waiting.webhook_id
      cross join lateral (
        select workspace_id, webhook_id, id, next_attempt_at from webhook_deliveries
        where workspace_id = waiting.workspace_id and webhook_id = waiting.webhook_id
          and next_attempt_at <= ${now()} and ${unclaimed}
        order by next_attempt_at
        limit greatest(0, coalesce(taken.most, ${room.webhook}) - coalesce(taken.count, 0))
      ) delivery
    ),
    turns as (
      select workspace_id, id, next_attempt_at, row_number() over (partition by workspace_id order by turn, next_attempt_at)
        + coalesce((select sum(count) from taken where taken."workspaceId" = due.workspace_id), 0) as turn
      from due
    ),
    chosen as (
      select workspace_id, id from turns where turn <= ${room.workspace}
      order by turn, next_attempt_at limit ${room.places}
    ),
    free as (
      select delivery.workspace_id, delivery.id, delivery.status, delivery.claimed_until
      from chosen join webhook_deliveries delivery using (workspace_id, id)
      for update of delivery skip locked
    )
    update webhook_deliveries delivery
    set claimed_until = clock_timestamp() + ${claimSeconds} * interval '1 second'
    from free where delivery.workspace_id = free.workspace_id and delivery.id = free.id
      and free.status = 'pending' and (free.claimed_until is null or free.claimed_until <= clock_timestamp())
    returning delivery.workspace_id as "workspaceId", delivery.webhook_id as "webhookId",
      delivery.id as "deliveryId", delivery.attempts + 1 as attempt`;
  const { rows } = await database.executeQuery(planEachTime(statement.compile(database)));
  return rows;
}
