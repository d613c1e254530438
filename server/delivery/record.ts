import { delivery as rules } from "../../generated/catalogue.ts";
import type { OpenChange } from "../store/at-end.ts";
import { change } from "../store/change.ts";
import { later, type Moment } from "../store/moment.ts";
import type { Store } from "../store/store.ts";
import { cancelPending, disableWebhook } from "../webhooks/disable.ts";
import type { Job } from "./claim.ts";
import { delayAfter } from "./schedule.ts";
import type { Outcome } from "./send.ts";

/** An attempt that was made. */
export interface Made {
  job: Job;
  at: Moment;
  /** Whether another attempt follows a failure, while the schedule has one. */
  retry: boolean;
  /** Whether the webhook's last attempt before this one failed. */
  failing: boolean;
}

/**
 * Records the outcome of an attempt, and its effect: the next attempt, the end of the delivery, or a disabled webhook.
 * Writes nothing when the attempt has been recorded already, or its delivery is no longer pending.
 */
export async function record(
  store: Store,
  { job, at, retry, failing }: Made,
  { retryAfter, ...outcome }: Outcome,
): Promise<void> {
  const { workspaceId, webhookId: id } = job;
  const rest = await change(store, workspaceId, async (change) => {
    const { transaction, now } = change;
    const succeeded = isSuccess(outcome);
    const delay = succeeded || !retry ? undefined : delayAfter(job.attempt, retryAfter);
    const { numUpdatedRows } = await transaction
      .updateTable("webhook_deliveries")
      .set({
        attempts: job.attempt,
        status: succeeded ? "succeeded" : delay === undefined ? "failed" : "pending",
        next_attempt_at: delay === undefined ? null : later(now, delay),
        claimed_until: null,
      })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", job.deliveryId)
      .where("status", "=", "pending")
      .where("attempts", "=", job.attempt - 1)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await transaction
      .insertInto("webhook_attempts")
      .values({ workspace_id: workspaceId, delivery_id: job.deliveryId, number: job.attempt, at, ...outcome })
      .execute();
    if (!succeeded) return noteFailure(change, id, outcome);
    if (failing) await noteSuccess(change, id);
    return false;
  });
  if (rest) await cancelPending({ database: store.database, workspaceId, id });
}

const isSuccess = ({ response_status: status }: Pick<Outcome, "response_status">) =>
  status !== null && status >= 200 && status <= 299;

async function noteSuccess({ transaction, workspaceId }: OpenChange, id: string): Promise<void> {
  await transaction
    .updateTable("webhooks")
    .set({ failing_since: null, failed_attempts: 0 })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .execute();
}

/** @returns whether the webhook was disabled, and deliveries beyond the first batch are pending */
async function noteFailure(
  change: OpenChange,
  id: string,
  { response_status }: Pick<Outcome, "response_status">,
): Promise<boolean> {
  const { transaction, workspaceId, now } = change;
  const { failing_since, failed_attempts } = await transaction
    .updateTable("webhooks")
    .set(({ fn, val, eb }) => ({
      failing_since: fn.coalesce("failing_since", val(now)),
      failed_attempts: eb("failed_attempts", "+", 1),
    }))
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .returning(["failing_since", "failed_attempts"])
    .executeTakeFirstOrThrow();
  const failingFor = Date.parse(now) - Date.parse(failing_since ?? now);
  if (response_status === 410) return disableWebhook(change, id, "gone");
  const gaveUp = failingFor >= rules.failingAfter && failed_attempts >= rules.failingAfterAttempts;
  return gaveUp && disableWebhook(change, id, "failing");
}
