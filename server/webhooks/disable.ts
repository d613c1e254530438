import { sql, type Kysely } from "kysely";
import type { Webhook } from "../../generated/types.ts";
import type { OpenChange } from "../store/at-end.ts";
import { sendAhead } from "../store/driver.ts";
import type { Tables } from "../store/tables.ts";

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
  { transaction, workspaceId, now }: OpenChange,
  id: string,
  reason: NonNullable<Webhook["disabled_reason"]>,
): Promise<boolean> {
  const disabling = transaction
    .updateTable("webhooks")
    .set({ status: "disabled", disabled_reason: reason, updated_at: now })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .where("status", "=", "enabled");
  await sendAhead(transaction, disabling.compile());
  return cancelBatch({ database: transaction, workspaceId, id });
}

/** Cancels the pending deliveries of a webhook, batch by batch. */
export async function cancelPending(where: Where): Promise<void> {
  while (await cancelBatch(where));
}

async function cancelBatch({ database, workspaceId, id }: Where): Promise<boolean> {
  // A delivery whose attempt is being recorded is locked, and skipped here. Its next attempt finds the webhook disabled.
  const { numAffectedRows } = await sql`
    update webhook_deliveries set status = 'canceled', next_attempt_at = null
    where workspace_id = ${workspaceId} and id = any(array(
      select id from webhook_deliveries
      where workspace_id = ${workspaceId} and webhook_id = ${id} and status = 'pending'
      limit ${batch}
      for update skip locked
    ))`.execute(database);
  return numAffectedRows === BigInt(batch);
}

/** Deletes the deliveries of a webhook, batch by batch, before the webhook itself. */
export async function deleteDeliveries({ database, workspaceId, id }: Where): Promise<void> {
  let deleted: bigint | undefined;
  do {
    ({ numAffectedRows: deleted } = await sql`
      delete from webhook_deliveries where workspace_id = ${workspaceId} and id = any(array(
        select id from webhook_deliveries where workspace_id = ${workspaceId} and webhook_id = ${id} limit ${batch}
      ))`.execute(database));
  } while (deleted === BigInt(batch));
}
