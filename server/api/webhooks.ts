import { sql, type Kysely } from "kysely";
import { limits } from "../../generated/constants.ts";
import { objects } from "../../generated/objects.ts";
import { operations } from "../../generated/operations.ts";
import type { Webhook } from "../../generated/types.ts";
import { newWebhookSecret } from "../auth/secret.ts";
import { ApiError, found, invalid } from "../contract/api-error.ts";
import { requireValid } from "../contract/schema.ts";
import { created, requireMatch, objectResponse } from "./etags.ts";
import { changesOf } from "./changes.ts";
import type { Handler } from "./handler.ts";
import { idempotent } from "./idempotency.ts";
import { lockName } from "../store/locks.ts";
import { savedPosition } from "../store/usage/cursor-positions.ts";
import { newId } from "../store/ids.ts";
import { insert, update } from "../store/rows.ts";
import { later, timestampAfter } from "../store/timestamp.ts";
import { columnsFor, type Tables } from "../store/tables.ts";
import { inTransaction, type Transaction } from "../store/transaction.ts";
import {
  cancelPending,
  deleteWebhookRows,
  disableWebhook,
} from "../webhooks/disable.ts";
import { newestFirst, ofWorkspace } from "./list.ts";
import { type RowOf, versionOf } from "./versions.ts";

const toWebhook = (row: RowOf<Webhook>): Webhook =>
  objects.Webhook({ version: versionOf(row), ...row });

/** Contract: listWebhooks. */
export const listWebhooks: Handler<"listWebhooks"> = newestFirst({
  table: "webhooks",
  values: ofWorkspace<"listWebhooks">,
  rows: (database, { workspaceId }) => webhooksOf(database, workspaceId),
  filters: {},
  deletedPosition: savedPosition("webhooks"),
  toItem: toWebhook,
});

/** Contract: createWebhook. */
export const createWebhook = idempotent<"createWebhook">(
  async ({ body }, tx, { cipher }) => {
    if ((await lockAndCount(tx)) >= limits.webhooks)
      throw invalid([], "limit_reached", {
        es: `el espacio de trabajo ya tiene ${limits.webhooks} webhooks, el máximo`,
        en: `the workspace already has ${limits.webhooks} webhooks, the maximum`,
      });
    const id = newId("wh");
    const secret = newWebhookSecret();
    const row = {
      id,
      ...body,
      ...states.enabled,
      secret: cipher.encrypt(secret, id),
      previous_secret: null,
      previous_secret_expires_at: null,
      created_at: tx.now,
      updated_at: tx.now,
    };
    void insert(tx, "webhooks", [row]);
    const data = objects.WebhookWithSecret({
      ...row,
      secret,
      version: versionOf(row),
    });
    return {
      response: created(operations.getWebhook.path, data, toWebhook(row)),
      contactIds: [],
    };
  },
);

/** Contract: getWebhook. */
export const getWebhook: Handler<"getWebhook"> = async (
  { path },
  { store, workspaceId },
) => objectResponse(await readWebhook(store.database, workspaceId, path.id));

/** Contract: updateWebhook. */
export const updateWebhook: Handler<"updateWebhook"> = async (
  { path, header, body },
  { store, workspaceId },
) => {
  const data = await inTransaction(store, workspaceId, async (tx) => {
    const before = await lockedWebhook(tx, path.id);
    const hasNewUrl = body.url !== undefined && body.url !== before.url;
    const newStatus = body.status === before.status ? undefined : body.status;
    const after = {
      ...before,
      ...body,
      ...(hasNewUrl && noFailures),
      ...(newStatus && states[newStatus]),
    };
    return toWebhook(await storeChange(tx, before, after, header));
  });
  if (body.status === "disabled")
    await cancelPending(store, workspaceId, path.id);
  return objectResponse(data);
};

/**
 * Contract: deleteWebhook. The webhook is disabled before its deliveries are deleted, so that no
 * delivery is added meanwhile.
 */
export const deleteWebhook: Handler<"deleteWebhook"> = async (
  { path, header },
  { store, workspaceId },
) => {
  const disabled = await inTransaction(store, workspaceId, async (tx) => {
    const webhook = await lockedWebhook(tx, path.id);
    const read = toWebhook(webhook);
    requireMatch(header, read, beforeDeletion(read));
    // The version stays, so that `If-Match` also fits when the request is repeated after a 503.
    await disableWebhook(tx, webhook, "manual");
    return webhook;
  });
  const isDeleted = await deleteWebhookRows(
    store,
    workspaceId,
    path.id,
    (webhook) => {
      const isChanged = webhook.updated_at !== disabled.updated_at;
      if (isChanged) requireMatch(header, toWebhook(webhook));
    },
  );
  if (!isDeleted) throw new ApiError("not_found", {});
  const data = objects.DeletedWebhook({ id: path.id, deleted: true });
  return { status: 200, body: { data } };
};

/**
 * The webhook as it was before a deletion that failed half way. Only such a one disables it and
 * leaves its version, so nobody has read this state of a webhook that a caller has disabled.
 */
const beforeDeletion = (webhook: Webhook): Webhook =>
  webhook.disabled_reason === states.disabled.disabled_reason
    ? { ...webhook, status: "enabled", disabled_reason: null }
    : webhook;

/** Contract: rotateWebhookSecret. A full workspace may do it too, as the secret may have leaked. */
export const rotateWebhookSecret = idempotent<"rotateWebhookSecret">(
  async ({ path: { id }, header }, tx, { cipher }) => {
    const before = await lockedWebhook(tx, id);
    requireMatch(header, toWebhook(before));
    requireValid("Webhook", toWebhook(before));
    const now = tx.now;
    const secret = newWebhookSecret();
    const overlap = limits.secretOverlapHours * 60 * 60 * 1000;
    const row = {
      ...before,
      secret: cipher.encrypt(secret, id),
      previous_secret: before.secret,
      previous_secret_expires_at: later(now, overlap),
      updated_at: timestampAfter(before, now),
    };
    void update(tx, "webhooks", [row]);
    const data = objects.RotatedWebhook({
      ...row,
      secret,
      version: versionOf(row),
    });
    return { response: { status: 200, body: { data } }, contactIds: [] };
  },
  { mayExceedQuotas: true },
);

/** @throws ApiError 404 when the workspace has no such webhook */
export async function readWebhook(
  database: Kysely<Tables>,
  workspaceId: string,
  id: string,
): Promise<Webhook> {
  const row = await webhooksOf(database, workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  return toWebhook(found(row));
}

/**
 * Locks the creation of webhooks in the workspace until the transaction ends, and counts the
 * webhooks. The lock is a statement of its own, because a statement that waits does not see a
 * webhook that was added during the wait.
 */
async function lockAndCount({
  database,
  workspaceId,
}: Transaction): Promise<number> {
  const lock = sql`select pg_advisory_xact_lock(${lockName("webhooks", workspaceId)})`;
  const read = database
    .selectFrom("webhooks")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("workspace_id", "=", workspaceId);
  const [, { count }] = await Promise.all([
    lock.execute(database),
    read.executeTakeFirstOrThrow(),
  ]);
  return count;
}

const storeChange = changesOf({
  schema: "Webhook",
  toObject: toWebhook,
  store: (tx, row: RowOf<Webhook>) => void update(tx, "webhooks", [row]),
});

/** @throws ApiError 404 when the workspace has no such webhook */
async function lockedWebhook(
  { database, workspaceId }: Transaction,
  id: string,
) {
  const row = await webhooksOf(database, workspaceId)
    .select([
      "failing_since",
      "failed_attempts",
      "secret",
      "previous_secret",
      "previous_secret_expires_at",
    ])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found(row);
}

/** Columns of a webhook with a new `url`: nothing has failed there yet. */
const noFailures = { failing_since: null, failed_attempts: 0 };

/** Columns of a webhook that a caller creates or enables, and of one that a caller disables. */
const states = {
  enabled: { status: "enabled", disabled_reason: null, ...noFailures },
  disabled: { status: "disabled", disabled_reason: "manual" },
} as const;

function webhooksOf(database: Kysely<Tables>, workspaceId: string) {
  return database
    .selectFrom("webhooks")
    .select(columnsFor("webhooks", "Webhook"))
    .where("workspace_id", "=", workspaceId);
}
