import { sql, type Expression } from "kysely";
import { createHash } from "node:crypto";
import { limits } from "../generated/catalogue.ts";
import type { OperationId } from "../generated/operations.ts";
import { ApiError, invalid } from "./contract/api-error.ts";
import type { Input, Success } from "./contract/operation.ts";
import type { Context, Handler } from "./handler.ts";
import { tryLock } from "./store/advisory-lock.ts";
import { change, type Change } from "./store/change.ts";
import { deleteOlder } from "./store/delete-older.ts";
import type { Store } from "./store/store.ts";

const header = "Idempotency-Key";

/**
 * A handler that does its work once per `Idempotency-Key` (D-25). The response is stored in the transaction of the
 * change, so it can be sent again even when the client did not receive the first one. It is encrypted, as it may hold a
 * secret.
 */
export function idempotent<Id extends OperationId>(
  create: (input: Input<Id>, change: Change, context: Context) => Promise<Success<Id>>,
): Handler<Id> {
  return (input, context) =>
    change(context.store, context.workspaceId, async (change) => {
      const key = (input.header as { [header]?: string })[header];
      if (key === undefined) return create(input, change, context);
      const request = {
        workspace_id: context.workspaceId,
        api_key_id: context.apiKeyId,
        path: context.requestPath,
        key,
      };
      const name = JSON.stringify(request);
      if (!(await tryLock(change, "idempotency", name))) {
        throw new ApiError("request_in_progress", {});
      }
      const request_hash = createHash("sha256")
        .update(JSON.stringify(input.body ?? null))
        .digest("hex");
      const known = await earlierResponse(change, request);
      if (known && known.request_hash !== request_hash) {
        throw invalid([header], "ya se usó con otro cuerpo");
      }
      if (known) return JSON.parse(context.cipher.decrypt(known.answer, name)) as Success<Id>;
      const created = await create(input, change, context);
      const response = context.cipher.encrypt(JSON.stringify(created), name);
      const row = { ...request, request_hash, answer: response, created_at: change.now };
      await change.transaction
        .insertInto("idempotency_keys")
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(["workspace_id", "api_key_id", "path", "key"]).doUpdateSet(row),
        )
        .execute();
      return created;
    });
}

/** Deletes the stored responses that have expired. Several processes may do so at the same time. */
export function deleteExpiredKeys({ database, now }: Store): Promise<void> {
  return deleteOlder(database, "idempotency_keys", oldestKept(now()));
}

function earlierResponse(
  { transaction, now }: Change,
  request: { workspace_id: string; api_key_id: string; path: string; key: string },
) {
  return transaction
    .selectFrom("idempotency_keys")
    .select(["request_hash", "answer"])
    .where(({ and }) => and(request))
    .where("created_at", ">", oldestKept(sql.val(now)))
    .executeTakeFirst();
}

const oldestKept = (now: Expression<Date>) =>
  sql<Date>`(${now})::timestamptz - make_interval(hours => ${limits.idempotencyHours})`;
