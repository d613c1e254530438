import { sql, type Kysely, type UpdateObject } from "kysely";
import { limits } from "../../generated/catalogue.ts";
import { operations } from "../../generated/operations.ts";
import type { DeletedWebhook, RotatedWebhook, Webhook, WebhookWithSecret } from "../../generated/types.ts";
import { ApiError, invalid } from "../contract/api-error.ts";
import type { Handler } from "../handler.ts";
import { idempotent } from "../idempotency.ts";
import { lock } from "../store/advisory-lock.ts";
import type { OpenChange } from "../store/at-end.ts";
import { change } from "../store/change.ts";
import { newId } from "../ids.ts";
import { later } from "../store/moment.ts";
import type { Tables } from "../store/tables.ts";
import { requireReceiver } from "../webhooks/address.ts";
import { cancelPending, deleteDeliveries, disableWebhook } from "../webhooks/disable.ts";
import { newWebhookSecret } from "../webhooks/signature.ts";
import { newestFirst } from "./page.ts";

/** Contract: listWebhooks. */
export const listWebhooks: Handler<"listWebhooks"> = async ({ query }, { store, workspaceId }) => {
  const all = webhooksOf(store.database, workspaceId);
  const list = { table: "webhooks", newest: "created_at", all, wanted: all } as const;
  return { status: 200, headers: {}, body: await newestFirst(store.database, list, query, toWebhook) };
};

/** Contract: createWebhook. The address is looked up before the transaction, which must not wait for a name server. */
export const createWebhook: Handler<"createWebhook"> = async (input, context) => {
  await requireReceiver(input.body.url, context.localWebhooks);
  return create(input, context);
};

const create = idempotent<"createWebhook">(async ({ body }, change, { cipher }) => {
  await requireRoom(change);
  const { transaction, workspaceId, now } = change;
  const [id, secret] = [newId("wh"), newWebhookSecret()];
  await transaction
    .insertInto("webhooks")
    .values({
      ...body,
      workspace_id: workspaceId,
      id,
      ...enabled,
      secret: cipher.encrypt(secret, id),
      created_at: now,
      updated_at: now,
    })
    .execute();
  const location = operations.getWebhook.path.replace("{id}", id);
  const data: WebhookWithSecret = { ...(await readWebhook(transaction, workspaceId, id)), secret };
  return { status: 201, headers: { Location: location }, body: { data } };
});

/** Contract: getWebhook. */
export const getWebhook: Handler<"getWebhook"> = async ({ path }, { store, workspaceId }) => {
  return {
    status: 200,
    headers: {},
    body: { data: await readWebhook(store.database, workspaceId, path.id) },
  };
};

/** Contract: updateWebhook. */
export const updateWebhook: Handler<"updateWebhook"> = async ({ path, body }, context) => {
  if (body.url !== undefined) await requireReceiver(body.url, context.localWebhooks);
  let rest = false;
  const data = await change(context.store, context.workspaceId, async (change) => {
    const { status, ...fields } = body;
    const { id } = await readWebhook(change.transaction, change.workspaceId, path.id);
    await set(change, id, { ...fields, ...(status === "enabled" && enabled) });
    if (status === "disabled") rest = await disableWebhook(change, id, "manual");
    return readWebhook(change.transaction, change.workspaceId, id);
  });
  const { database } = context.store;
  if (rest) await cancelPending({ database, workspaceId: context.workspaceId, id: path.id });
  return { status: 200, headers: {}, body: { data } };
};

/** Contract: deleteWebhook. */
export const deleteWebhook: Handler<"deleteWebhook"> = async ({ path }, { store, workspaceId }) => {
  await deleteDeliveries({ database: store.database, workspaceId, id: path.id });
  const deleted = await store.database
    .deleteFrom("webhooks")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", path.id)
    .returning("id")
    .executeTakeFirst();
  if (!deleted) throw new ApiError("not_found", {});
  const data: DeletedWebhook = { id: deleted.id, object: "webhook", deleted: true };
  return { status: 200, headers: {}, body: { data } };
};

/** Contract: rotateWebhookSecret. */
export const rotateWebhookSecret = idempotent<"rotateWebhookSecret">(async ({ path }, change, { cipher }) => {
  const secret = newWebhookSecret();
  const { id } = await readWebhook(change.transaction, change.workspaceId, path.id);
  const expires = later(change.now, limits.secretOverlapHours * 60 * 60 * 1000);
  await set(change, id, {
    previous_secret: sql.ref("secret"),
    previous_secret_expires_at: expires,
    secret: cipher.encrypt(secret, id),
  });
  const data: RotatedWebhook = {
    ...(await readWebhook(change.transaction, change.workspaceId, id)),
    secret,
    previous_secret_expires_at: expires,
  };
  return { status: 200, headers: {}, body: { data } };
});

/** @throws ApiError 404 when the workspace has no such webhook */
export async function readWebhook(
  database: Kysely<Tables>,
  workspaceId: string,
  id: string,
): Promise<Webhook> {
  const row = await webhooksOf(database, workspaceId).where("id", "=", id).executeTakeFirst();
  if (!row) throw new ApiError("not_found", {});
  return toWebhook(row);
}

/** @throws ApiError 422 when the workspace has as many as it can have */
async function requireRoom(change: OpenChange): Promise<void> {
  await lock(change, "webhooks", change.workspaceId);
  const existing = await change.transaction
    .selectFrom("webhooks")
    .select("id")
    .where("workspace_id", "=", change.workspaceId)
    .execute();
  if (existing.length >= limits.webhooks) {
    throw invalid([], `el espacio de trabajo ya tiene ${limits.webhooks} webhooks, el máximo`);
  }
}

/** Writes fields of a webhook; writes nothing when there are none. */
async function set(
  { transaction, workspaceId, now }: OpenChange,
  id: string,
  fields: UpdateObject<Tables, "webhooks">,
): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  await transaction
    .updateTable("webhooks")
    .set({ ...fields, updated_at: now })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .execute();
}

/** The state of a new webhook, and of one that is enabled again. */
const enabled = {
  status: "enabled",
  disabled_reason: null,
  failing_since: null,
  failed_attempts: 0,
} as const;

function webhooksOf(database: Kysely<Tables>, workspaceId: string) {
  return database
    .selectFrom("webhooks")
    .select(["id", "url", "events", "description", "status", "disabled_reason", "created_at", "updated_at"])
    .where("workspace_id", "=", workspaceId);
}

type Row = Omit<Webhook, "object">;

const toWebhook = (row: Row): Webhook => ({
  id: row.id,
  object: "webhook",
  url: row.url,
  events: row.events,
  description: row.description,
  status: row.status,
  disabled_reason: row.disabled_reason,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
