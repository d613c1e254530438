import { sql, type Kysely, type Selectable } from "kysely";
import { limits } from "../../generated/catalogue.ts";
import { operations } from "../../generated/operations.ts";
import type { DeletedWebhook, RotatedWebhook, Webhook, WebhookWithSecret } from "../../generated/types.ts";
import { ApiError, invalid } from "../contract/api-error.ts";
import type { Handler } from "../handler.ts";
import { idempotent } from "../idempotency.ts";
import { lockName } from "../store/advisory-lock.ts";
import { atEnd, insertInto, updateIn, type OpenChange, type Reading } from "../store/at-end.ts";
import { change } from "../store/change.ts";
import { sendAhead } from "../store/driver.ts";
import { newId } from "../ids.ts";
import { later } from "../store/moment.ts";
import type { Tables } from "../store/tables.ts";
import { requireReceiver } from "../webhooks/address.ts";
import { cancelPending, deleteDeliveries, disableWebhook } from "../webhooks/disable.ts";
import { newWebhookSecret } from "../webhooks/signature.ts";
import { newestFirst } from "./page.ts";

/** Contract: listWebhooks. */
export const listWebhooks: Handler<"listWebhooks"> = async ({ query }, { store, workspaceId }) => {
  return {
    status: 200,
    headers: {},
    body: await webhooks.page(store.database, { workspaceId }, query, toWebhook),
  };
};

const webhooks = newestFirst({
  table: "webhooks",
  newest: "created_at",
  all: (database, { workspaceId }: { workspaceId: string }) => webhooksOf(database, workspaceId),
});

/** Contract: createWebhook. The address is looked up before the transaction, which must not wait for a name server. */
export const createWebhook: Handler<"createWebhook"> = async (input, context) => {
  await requireReceiver(input.body.url, context.localWebhooks);
  return create(input, context);
};

const create = idempotent<"createWebhook", number>(
  ({ body }, change, { cipher }, existing = 0) => {
    if (existing >= limits.webhooks)
      throw invalid([], `el espacio de trabajo ya tiene ${limits.webhooks} webhooks, el máximo`);
    const [id, secret] = [newId("wh"), newWebhookSecret()];
    const unused = { previous_secret: null, previous_secret_expires_at: null };
    const moments = { created_at: change.now, updated_at: change.now };
    const row = { id, ...body, ...enabled, secret: cipher.encrypt(secret, id), ...unused, ...moments };
    insert(change, row);
    const location = operations.getWebhook.path.replace("{id}", id);
    const data: WebhookWithSecret = { ...toWebhook(row), secret };
    return { status: 201, headers: { Location: location }, body: { data } };
  },
  (_input, reading) => countedAlone(reading),
);

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
  const { store, workspaceId } = context;
  let rest = false;
  const work = async (change: OpenChange, before?: Row) => {
    if (!before) throw new ApiError("not_found", {});
    const { status, ...fields } = body;
    const isDisabled = status === "disabled" && before.status === "enabled";
    if (isDisabled) rest = await disableWebhook(change, path.id, "manual");
    const disabled = { status: "disabled", disabled_reason: "manual" } as const;
    const changed = { ...fields, ...(isDisabled && disabled), ...(status === "enabled" && enabled) };
    if (Object.keys(changed).length === 0) return toWebhook(before);
    const row = { ...before, ...changed, updated_at: change.now };
    storeWebhook(change, row);
    return toWebhook(row);
  };
  const data = await change(store, workspaceId, work, (reading) => lockedWebhook(reading, path.id));
  if (rest) await cancelPending({ database: store.database, workspaceId, id: path.id });
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
export const rotateWebhookSecret = idempotent<"rotateWebhookSecret", Row>(
  ({ path: { id } }, change, { cipher }, before) => {
    if (!before) throw new ApiError("not_found", {});
    const secret = newWebhookSecret();
    const previous_secret_expires_at = later(change.now, limits.secretOverlapHours * 60 * 60 * 1000);
    const secrets = { secret: cipher.encrypt(secret, id), previous_secret: before.secret };
    const row = { ...before, ...secrets, previous_secret_expires_at, updated_at: change.now };
    storeWebhook(change, row);
    const data: RotatedWebhook = { ...toWebhook(row), secret, previous_secret_expires_at };
    return { status: 200, headers: {}, body: { data } };
  },
  ({ path }, reading) => lockedWebhook(reading, path.id),
);

/** @throws ApiError 404 when the workspace has no such webhook */
export async function readWebhook(
  database: Kysely<Tables>,
  workspaceId: string,
  id: string,
): Promise<Webhook> {
  const webhook = await findWebhook(database, workspaceId, id);
  if (!webhook) throw new ApiError("not_found", {});
  return webhook;
}

/** A webhook; undefined when the workspace has no such one. */
export async function findWebhook(
  database: Kysely<Tables>,
  workspaceId: string,
  id: string,
): Promise<Webhook | undefined> {
  const row = await webhooksOf(database, workspaceId).where("id", "=", id).executeTakeFirst();
  return row && toWebhook(row);
}

/** How many webhooks a workspace has, once nobody else is adding one. Another statement counts, as only that sees them. */
async function countedAlone({ transaction, workspaceId }: Reading): Promise<number> {
  const lock = sql`select pg_advisory_xact_lock(${lockName("webhooks", workspaceId)})`;
  await sendAhead(transaction, lock.compile(transaction));
  const { count } = await transaction
    .selectFrom("webhooks")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  return count;
}

/** What a change can set. */
const fields = {
  ...{ url: "text", events: "text[]", description: "text", status: "text", disabled_reason: "text" },
  ...{ failing_since: "timestamptz", failed_attempts: "integer", secret: "text", previous_secret: "text" },
  ...{ previous_secret_expires_at: "timestamptz", updated_at: "timestamptz" },
};

const insert = atEnd<Row>(insertInto("webhooks", { id: "text", created_at: "timestamptz", ...fields }));

/** Stores what can change of a webhook, at the end of the change. */
const storeWebhook = atEnd<Row>(updateIn("webhooks", fields));

const lockedWebhook = ({ transaction, workspaceId }: Reading, id: string): Promise<Row | undefined> =>
  webhooksOf(transaction, workspaceId)
    .select(["failing_since", "failed_attempts", "secret", "previous_secret", "previous_secret_expires_at"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();

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

type Row = Omit<Selectable<Tables["webhooks"]>, "workspace_id">;

const toWebhook = (row: Omit<Webhook, "object">): Webhook => ({
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
