import type { scopes } from "../../generated/catalogue.ts";
import type { Store } from "../store/store.ts";
import { newId } from "../ids.ts";
import { hashSecret, newSecret } from "./secret.ts";

export type Scope = keyof typeof scopes;

/** A key as operators see it. The secret itself is shown once, at creation. */
export interface KeyRecord {
  id: string;
  name: string;
  workspace: string;
  scopes: string[];
  last_four: string;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

/** Creates a key, and the workspace when it is new. The result is the only place where the key can be read. */
export async function createKey(
  { database, now }: Store,
  { workspace, scopes, name = "" }: { workspace: string; scopes: Scope[]; name?: string },
): Promise<KeyRecord & { key: string }> {
  const key = newSecret();
  const row = { id: newId("key"), name, scopes, last_four: key.slice(-4) };
  const { created_at } = await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("workspaces")
      .values({ id: newId("ws"), name: workspace, created_at: now() })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    return transaction
      .insertInto("api_keys")
      .values(({ selectFrom }) => ({
        ...row,
        created_at: now(),
        hash: hashSecret(key),
        workspace_id: selectFrom("workspaces").select("id").where("name", "=", workspace),
      }))
      .returning("created_at")
      .executeTakeFirstOrThrow();
  });
  return {
    ...row,
    key,
    workspace,
    created_at: created_at.toISOString(),
    last_used_at: null,
    revoked_at: null,
  };
}

/** All keys, oldest first, revoked ones included. */
export async function listKeys({ database }: Store): Promise<KeyRecord[]> {
  const rows = await database
    .selectFrom("api_keys")
    .innerJoin("workspaces", "workspaces.id", "api_keys.workspace_id")
    .select(["api_keys.id", "api_keys.name", "workspaces.name as workspace", "scopes", "last_four"])
    .select(["api_keys.created_at", "last_used_at", "revoked_at"])
    .orderBy("api_keys.created_at")
    .orderBy("api_keys.id")
    .execute();
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }));
}

/** Revokes a key. Once this has resolved, every process refuses it (D-26). False when there is no such key. */
export async function revokeKey({ database, now, revocations }: Store, id: string): Promise<boolean> {
  const result = await database
    .updateTable("api_keys")
    .set(({ fn }) => ({ revoked_at: fn.coalesce("revoked_at", now()) }))
    .where("id", "=", id)
    .executeTakeFirst();
  await revocations.reachedAll();
  return result.numUpdatedRows > 0n;
}
