import { sql, type Expression } from "kysely";
import type { scopes } from "../../generated/constants.ts";
import { recordAudit, type Actor } from "./audit.ts";
import { newId } from "../store/ids.ts";
import type { Timestamp } from "../store/timestamp.ts";
import type { TableWith } from "../store/tables.ts";
import type { Store } from "../store/store.ts";
import { hashSecret, newSecret } from "./secret.ts";

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

/** The workspace of something that is created. */
export interface Workspace {
  /** Its name. */
  workspace: string;
  /** True when no workspace may have this name yet. */
  isNew?: boolean | undefined;
}

/**
 * The id of the workspace of this name, which is created when there is none.
 * @throws Error when there is one that has to be new
 */
export async function ensureWorkspace(
  { database, now }: Pick<Store, "database" | "now">,
  { workspace: name, isNew = false }: Workspace,
): Promise<string> {
  const created = await database
    .insertInto("workspaces")
    .values({ id: newId("ws"), name, created_at: now() })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created) return created.id;
  if (isNew)
    throw new Error(
      `There is a workspace ${name} already. For a key of it, leave --new out.`,
    );
  const workspaces = database
    .selectFrom("workspaces")
    .select("id")
    .where("name", "=", name);
  return (await workspaces.executeTakeFirstOrThrow()).id;
}

/**
 * Creates a key with the workspace, scopes and name of another one, which expires `overlap` seconds
 * from now, or earlier if it already had to. Without `expires` the new key lives as long as the old
 * one was to live. Once this has resolved, every process knows the expiry.
 * @throws Error when there is no such key, or it is not valid any more
 */
export async function rotateKey(
  store: Store,
  {
    id,
    overlap,
    expires,
  }: { id: string; overlap: number; expires?: Expiry | undefined },
  actor: Actor,
) {
  const { now } = store;
  const rotated = await store.database
    .transaction()
    .execute(async (database) => {
      const old = await database
        .selectFrom("api_keys")
        .select(["workspace_id", "scopes", "name"])
        .select(
          sql<number>`coalesce(lifetime, extract(epoch from expires_at - created_at)::float8, 'infinity')`.as(
            "lifetime",
          ),
        )
        .select(
          sql<boolean>`revoked_at is null and coalesce(expires_at > ${now()}, true)`.as(
            "isValid",
          ),
        )
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      if (!old) throw new Error(`There is no key ${id}.`);
      const { lifetime, isValid, ...same } = old;
      if (!isValid)
        throw new Error(
          `The key ${id} is not valid any more. Make a new one with: keys create`,
        );
      const inherited = Number.isFinite(lifetime)
        ? { seconds: lifetime }
        : undefined;
      const added = await addKey(
        { ...store, database },
        { ...same, expires: expires ?? inherited },
      );
      await database
        .updateTable("api_keys")
        .set({
          expires_at: sql<Timestamp>`least(expires_at, ${timestamp(now, { seconds: overlap })})`,
          lifetime,
        })
        .where("id", "=", id)
        .execute();
      const subject = `${id} ${added.id}`;
      await recordAudit({ database, now }, actor, {
        workspaceId: old.workspace_id,
        subject,
      });
      const fresh = {
        ...(await readKey(database, added.id)),
        key: added.secret,
      };
      return { ...fresh, previous: await readKey(database, id) };
    });
  await store.revocations.reachedAll();
  return rotated;
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

/** @throws Error when the key would have expired already */
async function addKey(
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

const timestamp = (now: Store["now"], expiry: Expiry): Expression<Timestamp> =>
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

const readKey = (database: Store["database"], id: string) =>
  keyRows(database).where("api_keys.id", "=", id).executeTakeFirstOrThrow();
