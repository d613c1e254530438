import { delivery as rules } from "../../generated/constants.ts";
import { lockRow } from "../store/locks.ts";
import { send, update } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import { later, timestampAfter, type Timestamp } from "../store/timestamp.ts";
import { inTransaction, type Transaction } from "../store/transaction.ts";
import { rowBytes } from "../store/usage/usage.ts";
import { cancelPending, disableWebhook } from "./disable.ts";
import { withWebhook } from "./claim.ts";
import type { Job } from "./job.ts";
import type { Outcome } from "./send.ts";

/**
 * The effect of an attempt on its webhook: it is the first that fails, the first that succeeds
 * again, or the last.
 */
export type Effect = "failing" | "recovered" | "disabled";

/**
 * Records an attempt and its effect: the next attempt, the end of the delivery, or a disabled
 * webhook. Every attempt that was made is recorded, also one that another process has repeated
 * meanwhile. Writes nothing when the delivery is gone.
 * @param attempt its `url` is the address of the attempt; the webhook may have another one now
 * @returns what changed for the webhook
 */
export async function record(
  store: Store,
  { job, url, at }: { job: Job; url: string; at: Timestamp },
  { retryAfter, ...outcome }: Outcome,
): Promise<Effect | undefined> {
  const { workspaceId, webhookId: id, deliveryId } = job;
  const hasSucceeded = isSuccess(outcome);
  const work = async (tx: Transaction): Promise<Effect | undefined> => {
    const { database, now } = tx;
    const found = await locked(tx, job, !hasSucceeded);
    if (!found) return undefined;
    const isClaimed = found.claimed_until === job.claimedUntil;
    const number = found.attempts + 1;
    const afterFailure = isClaimed
      ? stateAfterFailure(found, now, retryAfter)
      : {};
    // An attempt that a caller has requested meanwhile is still to be made.
    const isRequestedAgain = !isClaimed && !found.retry;
    const hasEnded = hasSucceeded && !isRequestedAgain;
    const state = hasEnded ? succeeded : afterFailure;
    const bytes =
      found.bytes + rowBytes + Buffer.byteLength(outcome.response_excerpt);
    const change = { id: deliveryId, ...state, attempts: number, bytes };
    void update(tx, "webhook_deliveries", [change]);
    const attempt = database.insertInto("webhook_attempts").values({
      workspace_id: workspaceId,
      delivery_id: deliveryId,
      number,
      at,
      ...outcome,
    });
    void send(tx, attempt.execute());
    if (found.url !== url) return undefined;
    if (!hasSucceeded) {
      const reason = await noteFailure(tx, id, outcome);
      if (reason !== undefined && found.webhook_status === "enabled") {
        const updated_at = timestampAfter(found, now);
        await disableWebhook(tx, { id, updated_at }, reason);
        return "disabled";
      }
      return found.failing_since === null ? "failing" : undefined;
    }
    if (found.failing_since === null) return undefined;
    await updateOf(tx, id)
      .set({ failing_since: null, failed_attempts: 0 })
      .execute();
    return "recovered";
  };
  // The attempt was made, so it is recorded in a full workspace too.
  const options = { mayExceedQuotas: true };
  const effect = await inTransaction(store, workspaceId, work, options);
  if (effect === "disabled") await cancelPending(store, workspaceId, id);
  return effect;
}

export const isSuccess = ({
  response_status: status,
}: Pick<Outcome, "response_status">) =>
  status !== null && status >= 200 && status <= 299;

type Found = NonNullable<Awaited<ReturnType<typeof locked>>>;

/**
 * Reads a delivery and its webhook, and locks the delivery; before a failure first the webhook, so
 * that it is disabled either before, which this then reads, or after, which then cancels the
 * delivery.
 */
async function locked(tx: Transaction, job: Job, hasFailed: boolean) {
  const delivery = withWebhook(tx.database, job)
    .select([
      "delivery.retry",
      "delivery.attempts",
      "delivery.bytes",
      "delivery.claimed_until",
    ])
    .select([
      "webhook.url",
      "webhook.failing_since",
      "webhook.status as webhook_status",
      "webhook.updated_at",
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("webhook_attempts")
          .select("number")
          .where("workspace_id", "=", job.workspaceId)
          .where("delivery_id", "=", job.deliveryId)
          .where("response_status", ">=", 200)
          .where("response_status", "<=", 299),
      ).as("has_succeeded"),
    )
    .forNoKeyUpdate("delivery");
  const [, found] = await Promise.all([
    hasFailed && lockRow(tx, "webhooks", job.webhookId, "no key update"),
    delivery.executeTakeFirst(),
  ]);
  return found;
}

const ended = { next_attempt_at: null, claimed_until: null };
const succeeded = { ...ended, status: "succeeded" } as const;

/** Computes the state of a delivery after a failed attempt, while its claim holds. */
function stateAfterFailure(
  { retry, attempts, has_succeeded, webhook_status }: Found,
  now: Timestamp,
  retryAfter: number | undefined,
) {
  if (has_succeeded) return succeeded;
  const delay = retry ? delayAfter(attempts + 1, retryAfter) : undefined;
  if (delay === undefined) return { ...ended, status: "failed" } as const;
  if (webhook_status === "disabled")
    return { ...ended, status: "canceled" } as const;
  return { next_attempt_at: later(now, delay), claimed_until: null };
}

/** An update of this webhook, to be given what it sets. */
const updateOf = ({ database, workspaceId }: Transaction, id: string) =>
  database
    .updateTable("webhooks")
    .where(({ and }) => and({ workspace_id: workspaceId, id }));

/** @returns why the webhook is to be disabled by it, if it is */
async function noteFailure(
  tx: Transaction,
  id: string,
  { response_status }: Pick<Outcome, "response_status">,
): Promise<"gone" | "failing" | undefined> {
  const now = tx.now;
  const { failing_since, failed_attempts } = await updateOf(tx, id)
    .set(({ fn, val, eb }) => ({
      failing_since: fn.coalesce("failing_since", val(now)),
      failed_attempts: eb("failed_attempts", "+", 1),
    }))
    .returning(["failing_since", "failed_attempts"])
    .executeTakeFirstOrThrow();
  const failingFor = Date.parse(now) - Date.parse(failing_since ?? now);
  if (response_status === 410) return "gone";
  const gaveUp =
    failingFor >= rules.failingAfter &&
    failed_attempts >= rules.failingAfterAttempts;
  return gaveUp ? "failing" : undefined;
}

/**
 * Returns the delay after a failed attempt, in milliseconds; undefined when it was the last (D-21).
 * @param attempt counts from 1
 * @param retryAfter what the receiver asked for, in milliseconds
 */
export function delayAfter(
  attempt: number,
  retryAfter = 0,
): number | undefined {
  const planned = rules.retries[attempt - 1];
  if (planned === undefined) return undefined;
  const jittered = planned * (1 + rules.jitter * (2 * Math.random() - 1));
  return Math.round(
    Math.max(jittered, Math.min(retryAfter, rules.longestDelay)),
  );
}
