import type { Webhook } from "../../generated/types.ts";
import type { Change } from "../store/change.ts";

/** Disables a webhook and cancels what is pending (D-22). */
export async function disableWebhook(
  { transaction, workspaceId, now }: Change,
  id: string,
  reason: NonNullable<Webhook["disabled_reason"]>,
): Promise<void> {
  await transaction
    .updateTable("webhooks")
    .set({ status: "disabled", disabled_reason: reason, updated_at: now })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .where("status", "=", "enabled")
    .execute();
  // An attempt that is just being recorded holds its delivery and waits for the webhook; its next one finds it disabled.
  const pending = transaction
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("webhook_id", "=", id)
    .where("status", "=", "pending")
    .forUpdate()
    .skipLocked();
  await transaction
    .updateTable("webhook_deliveries")
    .set({ status: "canceled", next_attempt_at: null })
    .where("workspace_id", "=", workspaceId)
    .where("id", "in", pending)
    .execute();
}
