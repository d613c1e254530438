import { sql, type Kysely, type Selectable } from "kysely";
import { tryLock } from "../../../server/store/locks.ts";
import type { Tables } from "../../../server/store/tables.ts";

/** A request with an Idempotency-Key, as server/api/idempotency.ts names its lock. */
type Request = Pick<Selectable<Tables["idempotency_keys"]>, "workspace_id" | "api_key_id" | "path" | "key">;

/** Holds the lock of a request with an Idempotency-Key until the end of a transaction. */
export async function holdKey(
  transaction: Kysely<Tables>,
  { workspace_id, api_key_id, path, key }: Request,
): Promise<void> {
  const name = JSON.stringify({ workspace_id, api_key_id, path, key });
  await sql`select ${tryLock("idempotency", name)}`.execute(transaction);
}
