import { sql, type Expression } from "kysely";
import { createHash } from "node:crypto";
import { limits } from "../generated/catalogue.ts";
import { operations, type OperationId } from "../generated/operations.ts";
import { ApiError, invalid } from "./contract/api-error.ts";
import type { Input, Success } from "./contract/operation.ts";
import type { ContextOf, Handler } from "./handler.ts";
import { taken } from "./store/advisory-lock.ts";
import { atEnd, change, type Change, type Reading } from "./store/change.ts";
import { deleteOlder } from "./store/delete-older.ts";
import { later, type Moment } from "./store/moment.ts";
import type { Store } from "./store/store.ts";
import type { Tables } from "./store/tables.ts";

const header = "Idempotency-Key";

/**
 * A handler that does its work once per `Idempotency-Key` (D-25). The response is stored in the transaction of the
 * change, so it can be sent again even when the client did not receive the first one. It is encrypted, as it may hold a
 * secret.
 */
export function idempotent<Id extends OperationId, First = undefined>(
  create: (
    input: Input<Id>,
    change: Change,
    context: ContextOf<Id>,
    first: First | undefined,
  ) => Promise<Success<Id>> | Success<Id>,
  readFirst?: (input: Input<Id>, reading: Reading) => Promise<First | undefined>,
): Handler<Id> {
  return (input, context) => {
    const { store, workspaceId, cipher } = context;
    const key = (input.header as { [header]?: string })[header];
    const first = readFirst && ((reading: Reading) => readFirst(input, reading));
    if (key === undefined)
      return change(store, workspaceId, (change, known) => create(input, change, context, known), { first });
    const request: KeyOfRequest = {
      workspace_id: workspaceId,
      api_key_id: context.callerId,
      path: pathOf(operations[context.operation].path, input.path),
      key,
    };
    const name = JSON.stringify(request);
    let stored: Success<Id> | undefined;
    const work = async (change: Change, rows: First | undefined, [isTaken, known]: Beginning) => {
      if (!isTaken) throw new ApiError("request_in_progress", {});
      const request_hash = createHash("sha256")
        .update(JSON.stringify(input.body ?? null))
        .digest("hex");
      if (known && known.request_hash !== request_hash) {
        throw invalid([header], "ya se usó con otro cuerpo");
      }
      if (known) {
        stored = JSON.parse(cipher.decrypt(known.answer, name)) as Success<Id>;
        throw new Error("The work was done before."); // so that what was taken for it first is given back
      }
      const created = await create(input, change, context, rows);
      const response = JSON.stringify(created);
      const answer = cipher.encrypt(response, name);
      storeResponse(change, { ...request, request_hash, answer, refers_to: personsIn(response) });
      return created;
    };
    const read = sql<Beginning>`
      json_build_array(${taken("idempotency", name)}, ${earlierResponse(store, request)})`;
    return change(store, workspaceId, work, { read, first }).catch((error: unknown) => {
      if (stored) return stored;
      throw error;
    });
  };
}

/** The same path for every spelling of it: `/v1/%63ontacts` is `/v1/contacts`. */
function pathOf(template: string, parameters: Record<string, string> = {}): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""));
}

type KeyOfRequest = Pick<StoredResponse, "workspace_id" | "api_key_id" | "path" | "key">;
type StoredResponse = Omit<Tables["idempotency_keys"], "created_at">;

/** Whether no other request with the key is being worked on, and the response that is stored for the key. */
type Beginning = [isTaken: boolean, known: Pick<StoredResponse, "request_hash" | "answer"> | null];

const earlierResponse = ({ now }: Store, { workspace_id, api_key_id, path, key }: KeyOfRequest) => sql`(
  select json_build_object('request_hash', request_hash, 'answer', answer) from idempotency_keys
  where workspace_id = ${workspace_id} and api_key_id = ${api_key_id} and path = ${path} and key = ${key}
    and created_at > ${oldestKept(now())})`;

/** A response that was stored after the beginning of the change, as the lock was taken a moment later, is left. */
const storeResponse = atEnd<StoredResponse, unknown>(
  ({ transaction, now }, rows) =>
    transaction
      .insertInto("idempotency_keys")
      .values(rows.map((row) => ({ ...row, created_at: now })))
      .onConflict((conflict) =>
        conflict
          .columns(["workspace_id", "api_key_id", "path", "key"])
          .doUpdateSet(({ ref }) => ({
            request_hash: ref("excluded.request_hash"),
            answer: ref("excluded.answer"),
            refers_to: ref("excluded.refers_to"),
            created_at: ref("excluded.created_at"),
          }))
          // A value, as Citus lets no function of the database that depends on the time zone stand here.
          .where("idempotency_keys.created_at", "<=", later(now, -kept)),
      )
      .returning("key"),
  (_change, stored) => {
    if (stored.length === 0) throw new ApiError("request_in_progress", {});
  },
);

/** The contacts and conversations that a response names: an erasure finds it by them (D-39). */
const personsIn = (response: string) => [...new Set(response.match(/(?:ct|cv)_[0-9a-z]{26}/g))];

/** Deletes the stored responses that have expired. Several processes may do so at the same time. */
export function deleteExpiredKeys({ database, now }: Store): Promise<void> {
  return deleteOlder(database, "idempotency_keys", oldestKept(now()));
}

/** For how long a response is kept, in milliseconds. */
const kept = limits.idempotencyHours * 60 * 60 * 1000;

const oldestKept = (now: Expression<Moment>) =>
  sql<Moment>`${now} - make_interval(hours => ${limits.idempotencyHours})`;
