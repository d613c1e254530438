import { operations, type OperationId } from "../../generated/operations.ts";
import { invalid } from "../contract/api-error.ts";
import type { Input, Success } from "../contract/operation.ts";
import type { Transaction } from "../store/transaction.ts";
import { type Hashes, hashesOf, isSameBody } from "./body-hashes.ts";
import {
  type Context,
  type ContextOf,
  type Handler,
  transactional,
} from "./handler.ts";
import {
  deleteExpired,
  type Earlier,
  isExpired,
  type KeyOfRequest,
  nameOf,
  pack,
  readEarlier,
  storeResponse,
  unpack,
} from "./stored-responses.ts";

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
    const keyed = keyOfRequest(input, context, key);
    const { defaults } = operations[context.operation];
    const hashes = hashesOf(input.body, defaults.body);
    const name = nameOf(keyed);
    const earlier = await readEarlier(tx, keyed, name);
    if (earlier && !isExpired(earlier, tx.now)) {
      requireKept(earlier);
      requireSameBody(input.body, hashes, earlier);
      return { ...unpack<Id>(cipher, earlier.response, name), isReplay: true };
    }
    const { response, contactIds } = await work(input, tx, context);
    if (earlier) await deleteExpired(tx, { ...keyed, key: earlier.key });
    storeResponse(tx, keyed, {
      ...hashes,
      contact_ids: contactIds,
      response: pack(cipher, response, name),
    });
    return response;
  }, options);
}

function keyOfRequest<Id extends OperationId>(
  { path }: Input<Id>,
  { workspaceId, callerId, operation }: Context,
  key: string,
): KeyOfRequest {
  return {
    workspace_id: workspaceId,
    api_key_id: callerId,
    path: pathOf(operations[operation].path, path),
    key,
  };
}

/** @throws ApiError 422 when the earlier request had another body */
function requireSameBody(
  body: object | undefined,
  hashes: Hashes,
  earlier: Hashes,
): void {
  if (!isSameBody(body, hashes, earlier))
    throw invalid([header], "reused", {
      es: "ya se usó con otro cuerpo",
      en: "was used with another body",
    });
}

/** @throws ApiError 422 when the response was erased with its object (D-39) */
function requireKept({ request_hash }: Earlier): void {
  if (request_hash === "")
    throw invalid([header], "reused", {
      es: "ya se usó, y su respuesta se eliminó",
      en: "was used, and its response was erased",
    });
}

/** Returns one path for every spelling of it: `/v1/me` also for `/v1/%6de`. */
function pathOf(
  template: string,
  parameters: Record<string, string> = {},
): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ""),
  );
}
