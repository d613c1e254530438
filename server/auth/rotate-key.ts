import { type Kysely, sql } from "kysely";
import type { Store } from "../store/store.ts";
import type { Tables } from "../store/tables.ts";
import type { Timestamp } from "../store/timestamp.ts";
import { type Actor, recordAudit } from "./audit.ts";
import { addKey, type Expiry, readKey, timestamp } from "./keys.ts";

/** A rotation. `overlap` is in seconds. */
interface Rotation {
  id: string;
  overlap: number;
  expires?: Expiry | undefined;
}

/**
 * Creates a key with the workspace, scopes and name of another one, which expires `overlap` seconds
 * from now, or earlier if it already had to. Without `expires` the new key lives as long as the old
 * one was to live. Once this has resolved, every process knows the expiry.
 * @throws Error when there is no such key, or it is not valid any more
 */
export async function rotateKey(
  store: Store,
  { id, overlap, expires }: Rotation,
  actor: Actor,
) {
  const { now } = store;
  const rotated = await store.database
    .transaction()
    .execute(async (database) => {
      const { lifetime, ...same } = await lockValidKey(database, now, id);
      const inherited = Number.isFinite(lifetime)
        ? { seconds: lifetime }
        : undefined;
      const added = await addKey(
        { database, now },
        { ...same, expires: expires ?? inherited },
      );
      const end = timestamp(now, { seconds: overlap });
      await database
        .updateTable("api_keys")
        .set({
          expires_at: sql<Timestamp>`least(expires_at, ${end})`,
          lifetime,
        })
        .where("id", "=", id)
        .execute();
      await recordAudit({ database, now }, actor, {
        workspaceId: same.workspace_id,
        subject: `${id} ${added.id}`,
      });
      return {
        ...(await readKey(database, added.id)),
        key: added.secret,
        previous: await readKey(database, id),
      };
    });
  await store.revocations.reachedAll();
  return rotated;
}

/**
 * Locks a key, and reads what its successor inherits. `lifetime` is in seconds, Infinity for a key
 * that does not expire.
 */
async function lockValidKey(
  database: Kysely<Tables>,
  now: Store["now"],
  id: string,
) {
  const lifetime = sql<number>`coalesce(lifetime, extract(epoch from expires_at - created_at)::float8, 'infinity')`;
  const isValid = sql<boolean>`revoked_at is null and coalesce(expires_at > ${now()}, true)`;
  const key = await database
    .selectFrom("api_keys")
    .select(["workspace_id", "scopes", "name"])
    .select([lifetime.as("lifetime"), isValid.as("isValid")])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!key) throw new Error(`There is no key ${id}.`);
  const { isValid: isStillValid, ...inherited } = key;
  if (isStillValid) return inherited;
  throw new Error(
    `The key ${id} is not valid any more. Make a new one with: keys create`,
  );
}
