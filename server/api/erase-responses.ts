import { type RawBuilder, sql } from "kysely";
import { operations } from "../../generated/operations.ts";
import { insert, remove } from "../store/rows.ts";
import type { Transaction } from "../store/transaction.ts";
import { erasedKeyOf, nameOf } from "./stored-responses.ts";

/** Operations that create contacts which the path does not name. */
const createsContacts: readonly string[] = [
  operations.createContact.path,
  operations.batchContacts.path,
];

/**
 * Erases stored responses. A key of a request that creates contacts stays used, as a late repetition
 * would create the erased person again. A caller may have made the key of an email, so only its
 * hash is kept.
 * @param where selects the responses
 */
export async function eraseResponses(
  tx: Transaction,
  where: RawBuilder<unknown>,
): Promise<void> {
  const { database, workspaceId } = tx;
  const usedKeys = await database
    .selectFrom("idempotency_keys")
    .select(["api_key_id", "path", "key", "created_at"])
    .where("workspace_id", "=", workspaceId)
    .where("path", "in", createsContacts)
    .where(sql<boolean>`${where}`)
    .execute();
  await remove(tx, "idempotency_keys", where);
  const erased = usedKeys.map((used) => {
    const name = nameOf({ workspace_id: workspaceId, ...used });
    return {
      ...used,
      key: erasedKeyOf(name),
      request_hash: "",
      body_hash: "",
      contact_ids: [],
      response: "\\x",
    };
  });
  void insert(tx, "idempotency_keys", erased);
}
