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
  transactional,
} from "./handler.ts";
import { tryLock } from "../store/locks.ts";
import { insert, remove } from "../store/rows.ts";
import { evaluate, statement } from "../store/statement.ts";
import type { Timestamp } from "../store/timestamp.ts";
import type { Store } from "../store/store.ts";
import type { Tables } from "../store/tables.ts";
import type { Transaction } from "../store/transaction.ts";

const header = "Idempotency-Key";

/** The objects that an operation created. */
export interface Creation<Id extends OperationId> {
  response: Success<Id>;
  /** The contacts in the response: a stored response is erased with each of them (D-39). */
  contactIds: string[];
}

/**
 * A handler that does its work once per `Idempotency-Key` (D-25). The response is stored in the
 * transaction of the work, so it can be sent again even when the client did not receive the first
 * one. It is encrypted, as it may hold a secret.
 */
export function idempotent<Id extends OperationId>(
  create: (
    input: Input<Id>,
    tx: Transaction,
    context: ContextOf<Id>,
  ) => Promise<Creation<Id>>,
  options: { mayExceedQuotas?: boolean } = {},
): Handler<Id> {
  // A refused request that repeats another one still gets the stored response.
  const work: typeof create = (input, tx, context) => {
    if (context.refusal !== undefined) throw context.refusal;
    return create(input, tx, context);
  };
  return transactional(async (input, tx, context) => {
    const { cipher, request } = context;
    const key = request.idempotency_key;
    if (key === null) return (await work(input, tx, context)).response;
    const keyed = requestOf(input, context, key);
    const name = nameOf(keyed);
    const earlier = await readEarlier(tx, keyed, name);
    if (earlier && !isExpired(earlier, tx.now)) {
      requireKept(earlier);
      requireSameBody(keyed, earlier);
      return { ...unpack<Id>(cipher, earlier.response, name), isReplay: true };
    }
    const { response, contactIds } = await work(input, tx, context);
    if (earlier) await deleteExpired(tx, { ...keyed, key: earlier.key });
    storeResponse(tx, keyed, {
      contact_ids: contactIds,
      response: pack(cipher, response, name),
    });
    return response;
  }, options);
}

/** A request with a key, and the body with its defaults filled in. */
type Request = KeyOfRequest & { body: object | undefined; hashes: Hashes };

/**
 * Hashes of a body, which do not depend on the order of its fields: `request_hash` of all fields,
 * `body_hash` of those that do not have their default.
 */
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
      body_hash: hashOf(body && withoutDefaults(defaults.body, body)),
    },
  };
}

const hashOf = (body: object | undefined): string =>
  hash("sha256", JSON.stringify(body ?? null, sorted));

/**
 * Returns a body without the fields that have their default, as servers of two versions fill in
 * different defaults.
 */
function withoutDefaults(defaults: object, body: object): object {
  const defaultByName = new Map<string, unknown>(Object.entries(defaults));
  const sent = Object.entries(body).filter(
    ([name, value]) => value !== defaultByName.get(name),
  );
  return Object.fromEntries(sent);
}

/** @throws ApiError 422 when the earlier request had another body */
function requireSameBody(request: Request, earlier: Hashes): void {
  if (!isSameBody(request, earlier))
    throw invalid([header], "reused", {
      es: "ya se usó con otro cuerpo",
      en: "was used with another body",
    });
}

/**
 * Compares a body with the one of an earlier request, which a server of an earlier version may have
 * stored.
 */
function isSameBody({ body, hashes }: Request, earlier: Hashes): boolean {
  const { request_hash, body_hash } = hashes;
  if (earlier.body_hash !== null) return earlier.body_hash === body_hash;
  // Earlier versions stored a single hash, as `request_hash`: 1.1.0 that of the fields in the order
  // in which they were sent, commits after 1.2.0 that of the fields without defaults.
  const unsorted = hash("sha256", JSON.stringify(body ?? null));
  return [request_hash, unsorted, body_hash].includes(earlier.request_hash);
}

/** @throws ApiError 422 when the response was erased with its object (D-39) */
function requireKept({ request_hash }: Earlier): void {
  if (request_hash === "")
    throw invalid([header], "reused", {
      es: "ya se usó, y su respuesta se eliminó",
      en: "was used, and its response was erased",
    });
}

/** Returns the name by which a request with a key is locked and encrypted. */
export const nameOf = ({ workspace_id, api_key_id, path, key }: KeyOfRequest) =>
  JSON.stringify({ workspace_id, api_key_id, path, key });

/**
 * Replaces an object, for `JSON.stringify`, by one whose fields are in the order of their names.
 */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return value;
  const fields = Object.entries(value);
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns one path for every spelling of it: `/v1/contacts` also for `/v1/%63ontacts`. */
function pathOf(
  template: string,
  parameters: Record<string, string> = {},
): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ""),
  );
}

/** The fastest compression, as the transaction waits for it. */
const fastest = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Compresses and encrypts a response, and writes it as PostgreSQL reads bytes. */
function pack(cipher: Cipher, response: object, name: string): string {
  const compressed = brotliCompressSync(JSON.stringify(response), fastest);
  const encrypted = cipher.encryptBytes(compressed, name);
  return `\\x${encrypted.toString("hex")}`;
}

function unpack<Id extends OperationId>(
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

type StoredResponse = Selectable<Tables["idempotency_keys"]>;
type KeyOfRequest = Pick<
  StoredResponse,
  "workspace_id" | "api_key_id" | "path" | "key"
>;

type Earlier = Pick<
  StoredResponse,
  "key" | "request_hash" | "body_hash" | "response" | "created_at"
>;

/**
 * Locks the key until the end of the transaction, and reads the response that is stored for it.
 * These are two statements: the one that locks may not see a response that was stored meanwhile.
 * @throws ApiError 409 when another request with the key still runs
 */
async function readEarlier(
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
const deleteExpired = (
  tx: Transaction,
  { api_key_id, path, key }: KeyOfRequest,
) =>
  remove(
    tx,
    "idempotency_keys",
    sql`(api_key_id, path, key) = (${api_key_id}, ${path}, ${key})`,
  );

function storeResponse(
  tx: Transaction,
  { api_key_id, path, key, hashes }: Request,
  stored: Pick<StoredResponse, "contact_ids" | "response">,
): void {
  const created_at = tx.now;
  const row = { api_key_id, path, key, ...hashes, ...stored, created_at };
  void insert(tx, "idempotency_keys", [row]);
}

/** The time for which a response is kept, in milliseconds. */
const lifetime = limits.idempotencyHours * 60 * 60 * 1000;

const isExpired = ({ created_at }: Earlier, now: Timestamp): boolean =>
  Date.parse(created_at) <= Date.parse(now) - lifetime;

/** The latest time, in SQL, whose responses have expired. */
export const newestForgotten = ({ now }: Store) =>
  sql<Timestamp>`${now()} - make_interval(hours => ${limits.idempotencyHours})`;
