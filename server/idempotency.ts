import { sql, type Expression } from "kysely";
import { hash } from "node:crypto";
import { limits } from "../generated/catalogue.ts";
import { operations, type OperationId } from "../generated/operations.ts";
import { ApiError, invalid } from "./contract/api-error.ts";
import type { Input, Success } from "./contract/operation.ts";
import type { ContextOf, Handler } from "./handler.ts";
import { taken } from "./store/advisory-lock.ts";
import { atEnd, insertInto, type Change, type OpenChange, type Reading } from "./store/at-end.ts";
import { change, write } from "./store/change.ts";
import { sendAhead } from "./store/driver.ts";
import { deleteOlder } from "./store/delete-older.ts";
import { compiledOnce } from "./store/statement.ts";
import type { Moment } from "./store/moment.ts";
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
    change: OpenChange,
    context: ContextOf<Id>,
    first: First | undefined,
  ) => Promise<Success<Id>> | Success<Id>,
  readFirst?: (input: Input<Id>, reading: Reading, context: ContextOf<Id>) => Promise<First | undefined>,
): Handler<Id> {
  return (input, context) => {
    const { store, workspaceId, cipher } = context;
    const key = keyOf(input);
    if (key === undefined) {
      const work = (change: OpenChange, first?: First) => create(input, change, context, first);
      return change(store, workspaceId, work, readFirst && ((reading) => readFirst(input, reading, context)));
    }
    const path = pathOf(operations[context.operation].path, input.path);
    const request: KeyOfRequest = { workspace_id: workspaceId, api_key_id: context.callerId, path, key };
    const name = JSON.stringify(request);
    const first = async (reading: Reading) => {
      const { arriving } = await sendAhead(
        reading.transaction,
        begin(reading.transaction, { ...request, name }),
      );
      const read = await readFirst?.(input, reading, context);
      return { ...(await arriving)[0], read };
    };
    let stored: Success<Id> | undefined;
    const work = async (change: OpenChange, known?: Awaited<ReturnType<typeof first>>) => {
      if (known?.isTaken !== true) throw new ApiError("request_in_progress", {});
      const request_hash = hash("sha256", JSON.stringify(input.body ?? null, sorted));
      const { earlier, read } = known;
      if (earlier && Date.parse(earlier.created_at) <= Date.parse(change.now) - kept) {
        await forget(change, request);
      } else if (earlier) {
        if (![request_hash, unsortedHash(input.body)].includes(earlier.request_hash))
          throw invalid([header], "ya se usó con otro cuerpo");
        stored = JSON.parse(cipher.decrypt(earlier.answer, name)) as Success<Id>;
        throw new Error("The work was done before."); // so that what was taken for it first is given back
      }
      const created = await create(input, change, context, read);
      const response = JSON.stringify(created);
      const answer = cipher.encrypt(response, name);
      const refers_to = personsIn(response);
      storeResponse(change, { ...request, request_hash, answer, refers_to, created_at: change.now });
      return created;
    };
    return change(store, workspaceId, work, first).catch((error: unknown) => {
      if (stored) return stored;
      throw error;
    });
  };
}

/** Likewise for work that reads nothing: without a key, its one statement is the transaction. */
export function idempotentWrite<Id extends OperationId>(
  create: (input: Input<Id>, change: Change) => Success<Id>,
): Handler<Id> {
  const once = idempotent<Id>(create);
  return (input, context) =>
    keyOf(input) === undefined
      ? write(context.store, context.workspaceId, (change) => create(input, change))
      : once(input, context);
}

/** Replaces an object, for `JSON.stringify`, by one whose fields are in the order of their names. */
const sorted = (_name: string, value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** What earlier servers stored: a hash of the body with its fields in the order in which they were sent. */
const unsortedHash = (body: unknown) => hash("sha256", JSON.stringify(body ?? null));

const keyOf = <Id extends OperationId>({ header: headers }: Input<Id>) =>
  (headers as { [header]?: string })[header];

/** The same path for every spelling of it: `/v1/%63ontacts` is `/v1/contacts`. */
function pathOf(template: string, parameters: Record<string, string> = {}): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""));
}

type StoredResponse = Tables["idempotency_keys"];
type KeyOfRequest = Pick<StoredResponse, "workspace_id" | "api_key_id" | "path" | "key">;

/** Gives whether no other request with the key is being worked on, and the response that is stored for the key. */
const begin = compiledOnce(
  (_database, { workspace_id, api_key_id, path, key, name }: KeyOfRequest & { name: string }) => sql<{
    isTaken: boolean;
    earlier: Pick<StoredResponse, "request_hash" | "answer" | "created_at"> | null;
  }>`
    select ${taken("idempotency", name)} as "isTaken", (
      select row_to_json(earlier) from (
        select request_hash, answer, created_at from idempotency_keys
        where workspace_id = ${workspace_id} and api_key_id = ${api_key_id} and path = ${path} and key = ${key}
      ) earlier
    ) as earlier`,
);

/** Deletes a stored response, which has expired. */
const forget = ({ transaction }: OpenChange, { workspace_id, api_key_id, path, key }: KeyOfRequest) =>
  transaction
    .deleteFrom("idempotency_keys")
    .where("workspace_id", "=", workspace_id)
    .where("api_key_id", "=", api_key_id)
    .where("path", "=", path)
    .where("key", "=", key)
    .execute();

const insertResponse = insertInto("idempotency_keys", {
  ...{ api_key_id: "text", path: "text", key: "text", request_hash: "text", answer: "text" },
  ...{ refers_to: "text[]", created_at: "timestamptz" },
});

/** The lock was taken a moment after the beginning. If a response was stored in that moment, the change begins again. */
const storeResponse = atEnd<StoredResponse>(
  (workspaceId, rows) => sql`${insertResponse(workspaceId, rows)} on conflict do nothing returning key`,
  { refusal: "outdated" },
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
