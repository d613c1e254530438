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

/** The statements compare with the time at which they start: a function of each moment is none that Citus lets them use. */
const unclaimed = sql<boolean>`(claimed_until is null or claimed_until <= statement_timestamp())`;

/**
 * Claims due deliveries. Workspaces take turns, and in each workspace its webhooks. One statement chooses among all
 * workspaces and locks nothing; one for each workspace then claims what was chosen. When two processes choose the same
 * delivery, one gets it.
 */
export async function claim(store: Store, room: Room): Promise<Job[]> {
  const jobs: Job[] = [];
  for (const [workspaceId, ids] of await choose(store, room))
    jobs.push(...(await take(store, workspaceId, ids)));
  return jobs;
}

/**
 * Chooses due deliveries, by workspace. Each webhook costs one index lookup, and deliveries beyond its share are not read.
 * While nothing is due, one lookup is made in total.
 *
 * Each part leaves PostgreSQL one index to use, because its statistics can be missing or old, and with another index a
 * long queue takes longer than a statement may. So `status = 'pending'` stands only where the index of due deliveries is
 * meant. Only a pending delivery has `next_attempt_at`.
 */
async function choose({ database, now }: Store, room: Room): Promise<Map<string, string[]>> {
  const statement = sql<{ workspaceId: string; id: string }>`
    with taken as materialized (
      select * from json_to_recordset(${JSON.stringify(room.taken)})
        as taken ("workspaceId" text, "webhookId" text, count integer, most integer)
    ),
    due as (
      select delivery.*, coalesce(taken.count, 0)
        + row_number() over (
            partition by delivery.workspace_id, delivery.webhook_id order by delivery.next_attempt_at
          ) as turn
      from webhooks left join taken on taken."webhookId" = webhooks.id
      cross join lateral (
        select workspace_id, webhook_id, id, next_attempt_at from webhook_deliveries
        where workspace_id = webhooks.workspace_id and webhook_id = webhooks.id
          and next_attempt_at <= ${now()} and ${unclaimed}
        order by next_attempt_at
        limit greatest(0, coalesce(taken.most, ${room.webhook}) - coalesce(taken.count, 0))
      ) delivery
      where (
        select true from webhook_deliveries
        where status = 'pending' and next_attempt_at <= ${now()} and ${unclaimed}
        order by next_attempt_at limit 1
      )
    ),
    turns as (
      select workspace_id, id, next_attempt_at, row_number() over (partition by workspace_id order by turn, next_attempt_at)
        + coalesce((select sum(count) from taken where taken."workspaceId" = due.workspace_id), 0) as turn
      from due
    )
    select workspace_id as "workspaceId", id from turns where turn <= ${room.workspace}
    order by turn, next_attempt_at limit ${room.places}`;
  const { rows } = await database.executeQuery(planEachTime(statement.compile(database)));
  const chosen = new Map<string, string[]>();
  for (const { workspaceId, id } of rows) chosen.set(workspaceId, [...(chosen.get(workspaceId) ?? []), id]);
  return chosen;
}

/**
 * Claims those of the deliveries that no other process has claimed or is changing. The list is a subquery, as PostgreSQL
 * would read all deliveries of a workspace whose number it does not know, rather than look up many of them.
 */
async function take({ database }: Store, workspaceId: string, ids: string[]): Promise<Job[]> {
  const statement = sql<Job>`
    with free as materialized (
      select id, status, claimed_until from webhook_deliveries
      where workspace_id = ${workspaceId} and id = any(array(select unnest(${ids}::text[])))
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
