import { sql, type Kysely, type Selectable } from "kysely";
import type { Webhook } from "../../generated/types.ts";
import { remove } from "../store/rows.ts";
import { lockRow } from "../store/locks.ts";
import type { Store } from "../store/store.ts";
import type { Tables } from "../store/tables.ts";
import { subtractDeleted } from "../store/usage/usage.ts";
import { inTransaction, type Transaction } from "../store/transaction.ts";
import { unclaimed } from "./claim.ts";

/**
 * Rows that one statement writes: few, so that it stays far below the time limit of a statement.
 */
const batch = 1000;

/**
 * Disables a webhook that is locked, unless it is disabled. After the commit, `cancelPending` has
 * to follow (D-22).
 */
export async function disableWebhook(
  tx: Transaction,
  { id, updated_at }: Pick<Webhook, "id" | "updated_at">,
  disabled_reason: NonNullable<Webhook["disabled_reason"]>,
): Promise<void> {
  await tx.database
    .updateTable("webhooks")
    .set({ status: "disabled", disabled_reason, updated_at })
    .where(({ and }) =>
      and({ workspace_id: tx.workspaceId, id, status: "enabled" }),
    )
    .execute();
}

/**
 * Cancels the pending deliveries of a webhook that no caller requested, while it is disabled. What
 * is recorded of an attempt under way ends its delivery, and a worker cancels what is due.
 */
export async function cancelPending(
  { database }: Store,
  workspaceId: string,
  id: string,
): Promise<void> {
  for (let isFull = true; isFull;) {
    const { numAffectedRows } = await sql`
      update webhook_deliveries set status = 'canceled', next_attempt_at = null, claimed_until = null
      where workspace_id = ${workspaceId} and id = any(array(
        select id from webhook_deliveries
        where workspace_id = ${workspaceId} and webhook_id = ${id} and status = 'pending' and retry and ${unclaimed}
          and exists (select from webhooks where workspace_id = ${workspaceId} and id = ${id} and status = 'disabled')
        limit ${batch}
        for update skip locked
      ))`.execute(database);
    isFull = numAffectedRows === BigInt(batch);
  }
}

/**
 * Deletes a disabled webhook with its deliveries and their cursors. False when somebody else has
 * deleted it meanwhile.
 * @param requireUnchanged throws when the webhook, which is locked, must not be deleted any more
 */
export async function deleteWebhookRows(
  store: Store,
  workspaceId: string,
  id: string,
  requireUnchanged: (webhook: Selectable<Tables["webhooks"]>) => void,
): Promise<boolean> {
  const deleteBatch = async (
    database: Kysely<Tables>,
    { isLast }: { isLast: boolean },
  ) => {
    const some = database
      .selectFrom("webhook_deliveries")
      .select("id")
      .where(({ and }) => and({ workspace_id: workspaceId, webhook_id: id }))
      .limit(batch)
      .forUpdate();
    const ids = (await (isLast ? some : some.skipLocked()).execute()).map(
      (delivery) => delivery.id,
    );
    const deleted = await database
      .deleteFrom("webhook_deliveries")
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", sql<string>`any(${ids})`)
      .returning(["workspace_id", "bytes"])
      .execute();
    await subtractDeleted(database, deleted);
    return ids.length === batch;
  };
  const deleteUnlocked = (database: Kysely<Tables>) =>
    deleteBatch(database, { isLast: false });
  while (await store.database.transaction().execute(deleteUnlocked));
  return inTransaction(
    store,
    workspaceId,
    async (tx) => {
      const { database } = tx;
      await lockRow(tx, "webhooks", id, "update"); // no test is queued any more
      const webhook = await database
        .selectFrom("webhooks")
        .selectAll()
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", id)
        .executeTakeFirst();
      if (webhook) requireUnchanged(webhook);
      while (await deleteBatch(database, { isLast: true }));
      await remove(tx, "cursor_positions", sql`list = ${id}`);
      return (await remove(tx, "webhooks", sql`id = ${id}`)) > 0;
    },
    { mayExceedQuotas: true },
  );
}
