import { sql, type Kysely } from "kysely";
import { delivery } from "../../generated/constants.ts";
import { planEachTime } from "../store/database/driver.ts";
import type { Store } from "../store/store.ts";
import type { Tables } from "../store/tables.ts";
import type { Job } from "./job.ts";
import { type Room, slotsOf } from "./room.ts";

/** Selects a delivery and its webhook. */
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

/**
 * The condition that no worker has claimed a delivery. It compares with the time at which the
 * statement starts: a function of each moment is none that Citus lets statements use.
 */
export const unclaimed = sql<boolean>`(claimed_until is null or claimed_until <= statement_timestamp())`;

/**
 * The time for which a delivery is claimed, in milliseconds. An attempt takes at most half of it;
 * one that is not recorded by then was lost with its process.
 */
const claimTime = 2 * delivery.timeout;

/**
 * Claims due deliveries of one workspace, whose webhooks take turns; none while it is suspended.
 * Leaves out what another process has claimed or is changing: when two choose the same delivery,
 * one gets it, and the other gets fewer than it has room for.
 *
 * Each part leaves PostgreSQL one index to use, because its statistics can be missing or old, and
 * with another index a long queue takes longer than a statement may. So each webhook's queue is
 * read by itself, without `status = 'pending'`, which is only for the index of all due deliveries;
 * only a pending delivery has `next_attempt_at`. The list of the chosen ones is a subquery:
 * PostgreSQL would rather read all deliveries of a workspace whose number it does not know than
 * look up many.
 */
export async function claim(
  { database, now }: Store,
  workspaceId: string,
  { free, webhooks }: Room,
): Promise<Job[]> {
  const { rows } = await sql<Job>`
    ${planEachTime} with under_way as materialized (
      select * from json_to_recordset(${JSON.stringify(webhooks)})
        as webhooks ("webhookId" text, "underWay" integer, "isSlow" boolean)
    ),
    lanes (name, slots, free) as materialized (
      values ('quick', ${slotsOf.quick.webhook}::integer, ${free.quick}::integer),
        ('slow', ${slotsOf.slow.webhook}::integer, ${free.slow}::integer)
    ),
    receivers as materialized (
      select webhooks.id, coalesce("underWay", 0) as under_way,
        lanes.name as lane, lanes.slots
      from webhooks left join under_way on "webhookId" = webhooks.id
      join lanes on lanes.name = case when failing_since is not null or "isSlow" then 'slow' else 'quick' end
      where workspace_id = ${workspaceId}
        and not exists (select from workspaces where id = ${workspaceId} and suspended_at is not null)
    ),
    due as materialized (
      select delivery.id, delivery.next_attempt_at, lane,
        under_way + row_number() over (partition by receivers.id order by delivery.next_attempt_at) as turn
      from receivers cross join lateral (
        select id, next_attempt_at from webhook_deliveries
        where workspace_id = ${workspaceId} and webhook_id = receivers.id
          and next_attempt_at <= ${now()} and ${unclaimed}
        order by next_attempt_at
        limit greatest(0, slots - under_way)
      ) delivery
    ),
    chosen as materialized (
      select id, lane, row_number() over (partition by lane order by turn, next_attempt_at) as place from due
    ),
    free as materialized (
      select id, status, claimed_until from webhook_deliveries
      where workspace_id = ${workspaceId}
        and id = any(array(
          select id from chosen join lanes on lanes.name = chosen.lane where place <= lanes.free
        ))
      for update skip locked
    )
    update webhook_deliveries delivery
    set claimed_until = statement_timestamp() + ${claimTime} * interval '1 millisecond'
    from free where delivery.workspace_id = ${workspaceId} and delivery.id = free.id
      and free.status = 'pending' and (free.claimed_until is null or free.claimed_until <= statement_timestamp())
    returning delivery.workspace_id as "workspaceId", delivery.webhook_id as "webhookId",
      delivery.id as "deliveryId", delivery.claimed_until as "claimedUntil",
      (select lane from due where due.id = delivery.id) as lane`.execute(
    database,
  );
  return rows;
}
