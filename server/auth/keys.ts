import { sql, type Expression } from "kysely";
import type { scopes } from "../../generated/constants.ts";
import { recordAudit, type Actor } from "./audit.ts";
import { newId } from "../store/ids.ts";
import type { Timestamp } from "../store/timestamp.ts";
import type { TableWith } from "../store/tables.ts";
import type { Store } from "../store/store.ts";
import { hashSecret, newSecret } from "./secret.ts";
import { ensureWorkspace, type Workspace } from "./workspace.ts";

export type Scope = keyof typeof scopes;

/** The expiry of a key: so many seconds from now by the database's clock, or a time. */
export type Expiry = { seconds: number } | { at: Date };

const server: Actor = { by: "server", command: "keys create" };

/**
 * Creates a key, and the workspace when it is new. The result is the only place where the key can
 * be read.
 */
export async function createKey(
  store: Store,
  {
    scopes,
    name = "",
    expires,
    ...workspace
  }: Workspace & {
    scopes: Scope[];
    name?: string;
    expires?: Expiry | undefined;
  },
  actor = server,
) {
  const { now } = store;
  return store.database.transaction().execute(async (database) => {
    const workspace_id = await ensureWorkspace({ database, now }, workspace);
    const { secret, id } = await addKey(
      { ...store, database },
      { workspace_id, scopes, name, expires },
    );
    await recordAudit({ database, now }, actor, {
      workspaceId: workspace_id,
      subject: id,
    });
    return { ...(await readKey(database, id)), key: secret };
  });
}

/** All keys, oldest first, with those that have expired or are revoked. */
export const listKeys = (
  { database }: Pick<Store, "database">,
  workspaceId?: string,
) =>
  keyRows(database)
    .$if(workspaceId !== undefined, (keys) =>
      keys.where("api_keys.workspace_id", "=", workspaceId ?? ""),
    )
    .execute();

/**
 * Revokes a key. Once this has resolved, every process refuses it (D-26). False when there is no
 * such key.
 */
export async function revokeKey(
  store: Store,
  id: string,
  actor: Actor = server,
): Promise<boolean> {
  const isRevoked = await revokeIn("api_keys", store, id, actor);
  await store.revocations.reachedAll();
  return isRevoked;
}

/** Notes that a secret is revoked. False when the table has no such one. */
export function revokeIn(
  table: TableWith<"id" | "workspace_id" | "revoked_at">,
  { database, now }: Store,
  id: string,
  actor: Actor,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const revoked = await transaction
      .updateTable(table)
      .set(({ fn }) => ({ revoked_at: fn.coalesce("revoked_at", now()) }))
      .where("id", "=", id)
      .returning("workspace_id")
      .executeTakeFirst();
    const about = { workspaceId: revoked?.workspace_id ?? null, subject: id };
    if (revoked)
      await recordAudit({ database: transaction, now }, actor, about);
    return revoked !== undefined;
  });
}

/**
 * Adds a key.
 * @throws Error when the key would have expired already
 */
export async function addKey(
  { database, now }: Pick<Store, "database" | "now">,
  {
    expires,
    ...given
  }: {
    workspace_id: string;
    scopes: string[];
    name: string;
    expires: Expiry | undefined;
  },
): Promise<{ id: string; secret: string }> {
  const secret = newSecret();
  const id = newId("key");
  const expires_at = expires && timestamp(now, expires);
  const row = {
    ...given,
    id,
    last_four: secret.slice(-4),
    hash: hashSecret(secret),
    created_at: now(),
  };
  const { isLater } = await database
    .insertInto("api_keys")
    .values({ ...row, ...(expires_at && { expires_at }) })
    .returning(
      sql<boolean>`coalesce(${expires_at ?? sql`null::timestamptz`} > ${now()}, true)`.as(
        "isLater",
      ),
    )
    .executeTakeFirstOrThrow();
  if (!isLater) throw new Error("--expires is in the past.");
  return { id, secret };
}

/** Returns the time of an expiry, in SQL. */
export const timestamp = (
  now: Store["now"],
  expiry: Expiry,
): Expression<Timestamp> =>
  "at" in expiry
    ? sql<Timestamp>`${expiry.at}::timestamptz`
    : sql<Timestamp>`${now()} + make_interval(secs => ${expiry.seconds})`;

/** Keys as operators see them, without the secret. */
const keyRows = (database: Store["database"]) =>
  database
    .selectFrom("api_keys")
    .innerJoin("workspaces", "workspaces.id", "api_keys.workspace_id")
    .select([
      "api_keys.id",
      "api_keys.name",
      "workspaces.name as workspace",
      "scopes",
      "last_four",
    ])
    .select(["api_keys.created_at", "last_used_at", "revoked_at", "expires_at"])
    .orderBy("api_keys.created_at")
    .orderBy("api_keys.id");

/** Reads a key as operators see it, without the secret. */
export const readKey = (database: Store["database"], id: string) =>
  keyRows(database).where("api_keys.id", "=", id).executeTakeFirstOrThrow();
