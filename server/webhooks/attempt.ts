import type { Logger } from "pino";
import { Webhook } from "standardwebhooks";
import { errorsInEvent } from "../contract/schema.ts";
import { type Cipher, decrypted } from "../auth/encryption.ts";
import { eventColumns, eventOf } from "../store/feed.ts";
import type { Timestamp } from "../store/timestamp.ts";
import type { Store } from "../store/store.ts";
import { withWebhook } from "./claim.ts";
import type { Job } from "./job.ts";
import { type Effect, isSuccess, record } from "./record.ts";
import type { Outcome, Sender } from "./send.ts";
import type { FairQueue } from "../limits/fair-queue.ts";

/** The parts that an attempt uses. */
export interface AttemptContext {
  store: Store;
  cipher: Cipher;
  sender: Sender;
  /** Slots at the database, so that attempts which end together leave connections for requests. */
  queue: FairQueue;
  log: Logger;
  counts: Counts;
  /** Called when the event is sent. */
  onSend: () => void;
}

/** Attempts that this process made, and webhooks that it disabled. */
export type Counts = Record<"succeeded" | "failed" | "disabled", number>;

/** Makes one attempt of a delivery, if it is still due, and records its outcome. */
export async function makeAttempt(
  job: Job,
  context: AttemptContext,
): Promise<void> {
  const { store, queue, log, counts } = context;
  const path = [{ id: job.workspaceId }];
  const due = await queue.run(path, () => read(store, job));
  if (!due) return;
  // A disabled webhook gets only the deliveries that a caller requested.
  if (due.status === "disabled" && due.retry)
    return queue.run(path, () => cancel(store, job));
  const { at, url } = due;
  const outcome = await attempt(due, at, job.webhookId, context);
  const effect = await queue.run(path, () =>
    record(store, { job, url, at }, outcome),
  );
  counts[isSuccess(outcome) ? "succeeded" : "failed"]++;
  if (effect === undefined) return;
  if (effect === "disabled") counts.disabled++;
  const { response_status: status, error } = outcome;
  log.warn(
    { webhook: job.webhookId, workspace: job.workspaceId, status, error },
    messages[effect],
  );
}

const messages: Record<Effect, string> = {
  failing: "a webhook begins to fail",
  recovered: "a webhook has recovered",
  disabled:
    "a webhook was disabled, as its receiver failed for long or is gone",
};

type Due = NonNullable<Awaited<ReturnType<typeof read>>>;

/**
 * Reads what an attempt needs. Undefined when another worker has claimed the delivery, or its
 * workspace is suspended.
 */
function read({ database, now }: Store, job: Job) {
  return (
    withWebhook(database, job)
      .innerJoin("events as event", (join) =>
        join
          .onRef("event.workspace_id", "=", "delivery.workspace_id")
          .onRef("event.id", "=", "delivery.event_id"),
      )
      .select([
        "delivery.retry",
        "webhook.url",
        "webhook.status",
        "webhook.secret",
      ])
      .select(["webhook.previous_secret", "webhook.previous_secret_expires_at"])
      .select(eventColumns.map((column) => `event.${column}` as const))
      .select(now().as("at"))
      .where("delivery.claimed_until", "=", job.claimedUntil)
      // The delivery of a workspace that is suspended since the claim waits.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("workspaces")
              .select("id")
              .where("id", "=", job.workspaceId)
              .where("suspended_at", "is not", null),
          ),
        ),
      )
      .executeTakeFirst()
  );
}

/**
 * Signs the event and sends it to the webhook.
 * @throws Error for an event that only a server of a later version knows
 */
async function attempt(
  due: Due,
  at: Timestamp,
  webhookId: string,
  { cipher, sender, log, onSend }: AttemptContext,
): Promise<Outcome> {
  const event = eventOf(due);
  const errors = errorsInEvent(event);
  if (errors.some(({ isUnknown }) => isUnknown))
    throw new Error(
      `Only a server of a later version knows what ${event.id} contains.`,
    );
  if (errors.length > 0) {
    log.error(
      { event: event.id, errors },
      "an event that breaks the contract was not sent",
    );
    return unsent;
  }
  const body = JSON.stringify(event);
  const secret = decrypted(cipher, due.secret, webhookId);
  if (secret === undefined) {
    log.error(
      { webhook: webhookId },
      "no ENCRYPTION_KEY can decrypt the secret of a webhook, so nothing was sent",
    );
    return unsent;
  }
  const previous = isValid(due.previous_secret_expires_at, at)
    ? due.previous_secret
    : null;
  const other =
    previous === null ? undefined : decrypted(cipher, previous, webhookId);
  const secrets = other === undefined ? [secret] : [secret, other];
  const message = { id: event.id, at: new Date(at), body };
  onSend();
  return sender.send(due.url, signatureHeaders(secrets, message), body);
}

/**
 * The headers by which a receiver verifies the sender of `body`, as in Standard Webhooks: one
 * signature for each secret.
 */
function signatureHeaders(
  secrets: string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets
      .map((secret) => new Webhook(secret).sign(id, at, body))
      .join(" "),
  };
}

/** The outcome when this server could not send. */
const unsent: Outcome = {
  response_status: null,
  error: "invalid_event",
  duration_ms: 0,
  response_excerpt: "",
};

const isValid = (until: Timestamp | null, at: Timestamp) =>
  until !== null && until > at;

/** Cancels a delivery whose webhook is disabled. */
async function cancel(
  { database }: Store,
  { workspaceId, deliveryId, claimedUntil }: Job,
): Promise<void> {
  await database
    .updateTable("webhook_deliveries")
    .set({ status: "canceled", next_attempt_at: null, claimed_until: null })
    .where(({ and }) =>
      and({
        workspace_id: workspaceId,
        id: deliveryId,
        claimed_until: claimedUntil,
      }),
    )
    .execute();
}
