import { sql, type Kysely } from "kysely";
import type { Webhook } from "../../generated/types.ts";
import { deleteRows } from "../store/cursor-positions.ts";
import { giveBack } from "../store/ledger.ts";
import { lockRow } from "../store/locks.ts";
import type { Store } from "../store/store.ts";
import type { Tables } from "../store/tables.ts";
import type { Timestamp } from "../store/timestamp.ts";
import type { Transaction } from "../store/transaction.ts";
import { unclaimed } from "./claim.ts";

/** Rows that one statement writes: few, so that it stays far below the time limit of a statement. */
const batch = 1000;

/** A webhook of a workspace. */
interface Where {
  database: Kysely<Tables>;
  workspaceId: string;
  id: string;
}

/**
 * Disables a webhook and cancels the first batch of its pending deliveries (D-22).
 * @returns whether more may be pending, for `cancelPending` after the commit
 */
export async function disableWebhook(
  tx: Transaction,
  id: string,
  reason: NonNullable<Webhook["disabled_reason"]>,
): Promise<boolean> {
  const { database, workspaceId } = tx;
  const now = await tx.now();
  const disabling = database
    .updateTable("webhooks")
    .set({ status: "disabled", disabled_reason: reason, updated_at: laterThanBefore(now) })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .where("status", "=", "enabled");
  const [, isFull] = await Promise.all([disabling.execute(), cancelBatch({ database, workspaceId, id })]);
  return isFull;
}

/** As `timestampAfter`, of a row that was not read. */
const laterThanBefore = (now: Timestamp) =>
  sql<Timestamp>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`;

/** Cancels the pending deliveries of a webhook that no caller requested, batch by batch. */
export async function cancelPending(where: Where): Promise<void> {
  while (await cancelBatch(where));
}

async function cancelBatch({ database, workspaceId, id }: Where): Promise<boolean> {
  // A delivery whose attempt is under way is skipped here: what is recorded of the attempt ends it.
  const { numAffectedRows } = await sql`
    update webhook_deliveries set status = 'canceled', next_attempt_at = null, claimed_until = null
    where workspace_id = ${workspaceId} and id = any(array(
      select id from webhook_deliveries
      where workspace_id = ${workspaceId} and webhook_id = ${id} and status = 'pending'
        and retry and ${unclaimed}
      limit ${batch}
      for update skip locked
    ))`.execute(database);
  return numAffectedRows === BigInt(batch);
}

/**
 * Deletes a webhook with its deliveries and their cursors. An erasure locks deliveries, and then the webhook for its event:
 * so nothing here waits for a delivery while it holds a lock.
 * @param check throws when the webhook, which is locked then, is to stay; nothing is deleted before it
 * @returns false when there is no such webhook
 */
export async function deleteWebhookRows(
  store: Store,
  where: Omit<Where, "database">,
  check?: (database: Kysely<Tables>) => Promise<void>,
): Promise<boolean> {
  const webhook = { ...where, database: store.database };
  const deleteSome = (database: Kysely<Tables>) => deleteBatch({ ...webhook, database });
  for (;;) {
    while (!check && (await store.database.transaction().execute(deleteSome)));
    const isDeleted = await deleteWebhookRow(store, webhook, check);
    if (isDeleted !== undefined) return isDeleted;
    await deliveriesOf(webhook).select("id").limit(1).forUpdate().execute();
  }
}

/** Deletes deliveries that nobody else has locked. Gives whether there may be more. */
async function deleteBatch(where: Where): Promise<boolean> {
  const { database } = where;
  const ids = await deliveriesOf(where).select("id").limit(batch).forUpdate().skipLocked().execute();
  const deleted = await database
    .deleteFrom("webhook_deliveries")
    .where("workspace_id", "=", where.workspaceId)
    .where("id", "=", sql<string>`any(${ids.map(({ id }) => id)})`)
    .returning(["workspace_id", "bytes"])
    .execute();
  await giveBack(database, deleted);
  return ids.length === batch;
}

/** Deletes a webhook, unless others have locked one of its deliveries: then gives undefined. */
async function deleteWebhookRow(
  { database, now }: Store,
  webhook: Where,
  check?: (database: Kysely<Tables>) => Promise<void>,
): Promise<boolean | undefined> {
  const { workspaceId, id } = webhook;
  return database.transaction().execute(async (transaction) => {
    const here = { ...webhook, database: transaction };
    await lockRow(here, "webhooks", id, "update"); // no delivery is queued any more
    await check?.(transaction);
    await transaction
      .deleteFrom("cursor_positions")
      .where("workspace_id", "=", workspaceId)
      .where("list", "=", id)
      .execute();
    while (await deleteBatch(here));
    if (await deliveriesOf(here).select("id").limit(1).executeTakeFirst()) return undefined;
    const at = { workspaceId, now: now() };
    return (await deleteRows(transaction, "webhooks", at, sql`id = ${id}`)).count > 0;
  });
}

const deliveriesOf = ({ database, workspaceId, id }: Where) =>
  database
    .selectFrom("webhook_deliveries")
    .where("workspace_id", "=", workspaceId)
    .where("webhook_id", "=", id);
