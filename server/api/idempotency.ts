import { sql, type Selectable } from "kysely";
import { hash } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { limits } from "../../generated/constants.ts";
import { operations, type OperationId } from "../../generated/operations.ts";
import { ApiError, invalid } from "../contract/api-error.ts";
import type { Input, Success } from "../contract/operation.ts";
import type { Cipher } from "../auth/encryption.ts";
import {
  type Context,
  type ContextOf,
  type Handler,
  type HandlerResult,
  transactional,
} from "./handler.ts";
import { deleteRows } from "../store/cursor-positions.ts";
import { tryLock } from "../store/locks.ts";
import { pendingInsert } from "../store/pending-writes.ts";
import { statement } from "../store/statement.ts";
import type { Timestamp } from "../store/timestamp.ts";
import type { Store } from "../store/store.ts";
import type { Tables } from "../store/tables.ts";
import type { Transaction } from "../store/transaction.ts";

const header = "Idempotency-Key";

/** What an operation made. */
export interface Creation<Id extends OperationId> {
  response: Success<Id>;
  /** Whom the response is about: a stored one is erased with each of these contacts (D-39). */
  contactIds: string[];
}

/**
 * A handler that does its work once per `Idempotency-Key` (D-25). The response is stored in the transaction of the
 * work, so it can be sent again even when the client did not receive the first one. It is encrypted, as it may hold a
 * secret.
 */
export function idempotent<Id extends OperationId>(
  create: (
    input: Input<Id>,
    tx: Transaction,
    context: ContextOf<Id>,
  ) => Promise<Creation<Id>>,
): Handler<Id> {
  return transactional(async (input, tx, context) => {
    const key = context.request.idempotency_key;
    const work = async () => {
      if (context.refusal !== undefined) throw context.refusal;
      return create(input, tx, context);
    };
    if (key === null) return (await work()).response;
    return once(tx, requestOf(input, context, key), context, work);
  });
}

/** Does the work of a request while its key is looked up. If that was used, nothing is kept of the work. */
async function once<Id extends OperationId>(
  tx: Transaction,
  { body, hashes, ...request }: Request,
  { cipher }: Context,
  work: () => Promise<Creation<Id>>,
): Promise<HandlerResult<Id>> {
  const name = nameOf(request);
  const [lookup, creation] = await Promise.allSettled([
    lookUp(tx.database, { ...request, name }),
    work(),
    tx.beginning,
  ]);
  if (lookup.status === "rejected") throw lookup.reason;
  const [{ isLocked, earlier } = { isLocked: false, earlier: null }] =
    lookup.value;
  if (!isLocked) throw new ApiError("request_in_progress", {});
  const created_at = await tx.now();
  if (
    earlier &&
    Date.parse(earlier.created_at) > Date.parse(created_at) - lifetime
  ) {
    if (!isSameBody(body, hashes, earlier))
      throw invalid([header], "reused", {
        es: "ya se usó con otro cuerpo",
        en: "was used with another body",
      });
    tx.isRolledBack = true;
    return { ...unpack<Id>(cipher, earlier.response, name), isReplay: true };
  }
  if (creation.status === "rejected") throw creation.reason;
  if (earlier) await forget(tx, request, earlier.created_at);
  const { response, contactIds: contact_ids } = creation.value;
  storeResponse(tx, {
    ...request,
    ...hashes,
    contact_ids,
    response: pack(cipher, response, name),
    created_at,
  });
  return response;
}

/** A request with a key, and the body with its defaults filled in. */
type Request = KeyOfRequest & { body: object | undefined; hashes: Hashes };

/** Hashes of a body, in which the order of fields does not count. */
type Hashes = Pick<StoredResponse, "request_hash" | "body_hash">;

function requestOf<Id extends OperationId>(
  { path, body }: Input<Id>,
  { workspaceId, callerId, operation }: Context,
  key: string,
): Request {
  const { path: template, defaults } = operations[operation];
  return {
    workspace_id: workspaceId,
    api_key_id: callerId,
    path: pathOf(template, path),
    key,
    body,
    hashes: {
      request_hash: hashOf(body),
      body_hash: hashOf(body && without(defaults.body, body)),
    },
  };
}

const hashOf = (body: object | undefined): string =>
  hash("sha256", JSON.stringify(body ?? null, sorted));

/** A body without the fields that have their default, as servers of two versions fill in different ones. */
const without = (defaults: object, body: object): object => {
  const filledIn = new Map<string, unknown>(Object.entries(defaults));
  return Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => value !== filledIn.get(name),
    ),
  );
};

/** Compares a body with the one of an earlier request, which a server of an earlier version may have stored. */
function isSameBody(
  body: object | undefined,
  { request_hash, body_hash }: Hashes,
  earlier: Hashes,
): boolean {
  if (earlier.body_hash !== null) return earlier.body_hash === body_hash;
  // Version 1.1.0 hashed the fields in the order in which they were sent; commits after 1.2.0 left out defaults.
  const unsorted = hash("sha256", JSON.stringify(body ?? null));
  return [request_hash, unsorted, body_hash].includes(earlier.request_hash);
}

/** What a request with a key is locked and encrypted by. */
const nameOf = ({ workspace_id, api_key_id, path, key }: KeyOfRequest) =>
  JSON.stringify({ workspace_id, api_key_id, path, key });

/** Replaces an object, for `JSON.stringify`, by one whose fields are in the order of their names. */
const sorted = (_name: string, value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)),
      )
    : value;

/** The same path for every spelling of it: `/v1/%63ontacts` is `/v1/contacts`. */
function pathOf(
  template: string,
  parameters: Record<string, string> = {},
): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ""),
  );
}

/** A response as it is stored: quickly compressed, as its transaction waits, and encrypted. */
const pack = (cipher: Cipher, response: object, name: string) =>
  `\\x${cipher.encryptBytes(brotliCompressSync(JSON.stringify(response), quickly), name).toString("hex")}`;
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

function unpack<Id extends OperationId>(
  cipher: Cipher,
  packed: string,
  name: string,
): Success<Id> {
  const encrypted = Buffer.from(packed.slice("\\x".length), "hex");
  const bytes = cipher.decryptBytes(encrypted, name);
  // Version 1.1.0 compressed nothing. What is compressed begins with another byte.
  const isJson = bytes.toString("latin1", 0, 1) === "{";
  const text = isJson ? bytes : brotliDecompressSync(bytes);
  return JSON.parse(text.toString()) as Success<Id>;
}

type StoredResponse = Selectable<Tables["idempotency_keys"]>;
type KeyOfRequest = Pick<
  StoredResponse,
  "workspace_id" | "api_key_id" | "path" | "key"
>;

/** Gives whether no other request with the key is being worked on, and the response that is stored for the key. */
const lookUp = statement(
  (
    _database,
    {
      workspace_id,
      api_key_id,
      path,
      key,
      name,
    }: KeyOfRequest & { name: string },
  ) => sql<{
    isLocked: boolean;
    earlier: Pick<
      StoredResponse,
      "request_hash" | "body_hash" | "response" | "created_at"
    > | null;
  }>`
    select ${tryLock("idempotency", name)} as "isLocked", (
      select row_to_json(earlier) from (
        select request_hash, body_hash, response, created_at from idempotency_keys
        where workspace_id = ${workspace_id} and api_key_id = ${api_key_id} and path = ${path} and key = ${key}
      ) earlier
    ) as earlier`,
);

/** Deletes a stored response, which has expired, and not one that took its place meanwhile. */
const forget = (
  tx: Transaction,
  { api_key_id, path, key }: KeyOfRequest,
  createdAt: Timestamp,
) => {
  const expired = sql`(${api_key_id}, ${path}, ${key}, ${createdAt}::timestamptz)`;
  return deleteRows(
    tx,
    "idempotency_keys",
    sql`(api_key_id, path, key, created_at) = ${expired}`,
  );
};

/** The lock was taken after the beginning. If a response was stored between the two, the transaction begins again. */
const storeResponse = pendingInsert("idempotency_keys", {
  conflict: "outdated",
  expires: true,
});

/** For how long a response is kept, in milliseconds. */
const lifetime = limits.idempotencyHours * 60 * 60 * 1000;

/** Responses of then and before are forgotten. */
export const newestForgotten = ({ now }: Store) =>
  sql<Timestamp>`${now()} - make_interval(hours => ${limits.idempotencyHours})`;
