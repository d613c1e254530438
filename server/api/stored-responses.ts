import { sql, type Selectable } from "kysely";
import { hash } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { limits } from "../../generated/constants.ts";
import type { OperationId } from "../../generated/operations.ts";
import { ApiError } from "../contract/api-error.ts";
import type { Success } from "../contract/operation.ts";
import type { Cipher } from "../auth/encryption.ts";
import { tryLock } from "../store/locks.ts";
import { insert, remove } from "../store/rows.ts";
import { evaluate, statement } from "../store/statement.ts";
import type { Timestamp } from "../store/timestamp.ts";
import type { Store } from "../store/store.ts";
import type { Tables } from "../store/tables.ts";
import type { Transaction } from "../store/transaction.ts";
import type { Hashes } from "./body-hashes.ts";

type StoredResponse = Selectable<Tables["idempotency_keys"]>;
/** A key with the caller and the path for which it counts. */
export type KeyOfRequest = Pick<
  StoredResponse,
  "workspace_id" | "api_key_id" | "path" | "key"
>;

/** The response of an earlier request with the key. */
export type Earlier = Pick<
  StoredResponse,
  "key" | "request_hash" | "body_hash" | "response" | "created_at"
>;

/** Returns the name by which a request with a key is locked and encrypted. */
export const nameOf = ({ workspace_id, api_key_id, path, key }: KeyOfRequest) =>
  JSON.stringify({ workspace_id, api_key_id, path, key });

/** The fastest compression, as the transaction waits for it. */
const fastest = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Compresses and encrypts a response, and writes it as PostgreSQL reads bytes. */
export function pack(cipher: Cipher, response: object, name: string): string {
  const compressed = brotliCompressSync(JSON.stringify(response), fastest);
  const encrypted = cipher.encryptBytes(compressed, name);
  return `\\x${encrypted.toString("hex")}`;
}

export function unpack<Id extends OperationId>(
  cipher: Cipher,
  packed: string,
  name: string,
): Success<Id> {
  const encrypted = Buffer.from(packed.slice("\\x".length), "hex");
  const bytes = cipher.decryptBytes(encrypted, name);
  // Version 1.1.0 compressed nothing. Compressed bytes never begin with a brace.
  const isJson = bytes.toString("latin1", 0, 1) === "{";
  const text = isJson ? bytes : brotliDecompressSync(bytes);
  return JSON.parse(text.toString()) as Success<Id>;
}

/**
 * Locks the key until the end of the transaction, and reads the response that is stored for it.
 * These are two statements: the one that locks may not see a response that was stored meanwhile.
 * @throws ApiError 409 when another request with the key still runs
 */
export async function readEarlier(
  { database }: Transaction,
  { workspace_id, api_key_id, path, key }: KeyOfRequest,
  name: string,
): Promise<Earlier | undefined> {
  const [isLocked, [earlier]] = await Promise.all([
    evaluate(database, tryLock("idempotency", name)),
    readStored(database, {
      workspace_id,
      api_key_id,
      path,
      key,
      erasedKey: erasedKeyOf(name),
    }),
  ]);
  if (!isLocked) throw new ApiError("request_in_progress", {});
  return earlier;
}

const readStored = statement(
  (database, request: KeyOfRequest & { erasedKey: string }) =>
    database
      .selectFrom("idempotency_keys")
      .select(["key", "request_hash", "body_hash", "created_at"])
      .select(sql<string>`response::text`.as("response"))
      .where("workspace_id", "=", request.workspace_id)
      .where("api_key_id", "=", request.api_key_id)
      .where("path", "=", request.path)
      .where("key", "in", [request.key, request.erasedKey]),
);

/** Returns what an erasure leaves of a key. No caller can send it, as it has a space. */
export const erasedKeyOf = (name: string) => `erased ${hash("sha256", name)}`;

/** Deletes the expired response of a request. */
export const deleteExpired = (
  tx: Transaction,
  { api_key_id, path, key }: KeyOfRequest,
) =>
  remove(
    tx,
    "idempotency_keys",
    sql`(api_key_id, path, key) = (${api_key_id}, ${path}, ${key})`,
  );

export function storeResponse(
  tx: Transaction,
  { api_key_id, path, key }: KeyOfRequest,
  stored: Hashes & Pick<StoredResponse, "contact_ids" | "response">,
): void {
  const created_at = tx.now;
  const row = { api_key_id, path, key, ...stored, created_at };
  void insert(tx, "idempotency_keys", [row]);
}

/** The time for which a response is kept, in milliseconds. */
const lifetime = limits.idempotencyHours * 60 * 60 * 1000;

export const isExpired = ({ created_at }: Earlier, now: Timestamp): boolean =>
  Date.parse(created_at) <= Date.parse(now) - lifetime;

/** The latest time, in SQL, whose responses have expired. */
export const newestForgotten = ({ now }: Store) =>
  sql<Timestamp>`${now()} - make_interval(hours => ${limits.idempotencyHours})`;
