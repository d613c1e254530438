import type { Logger } from "pino";
import type { OperationId, operations } from "../../generated/operations.ts";
import type { Language } from "../contract/api-error.ts";
import type { Input, Success } from "../contract/operation.ts";
import type { Cipher } from "../auth/encryption.ts";
import type { OwnerOf, Scheme } from "../auth/schemes.ts";
import type { Store } from "../store/store.ts";
import {
  type Cause,
  inTransaction,
  type Transaction,
} from "../store/transaction.ts";

/**
 * A handler's second argument. `workspaceId` comes from the caller's credential; every query must
 * contain it.
 */
export interface Context {
  store: Store;
  cipher: Cipher;
  workspaceId: string;
  /** The API key, the token or the session. */
  callerId: string;
  /** The scopes of the API key; visitors have none. */
  scopes: string[];
  operation: OperationId;
  /** The request, as the events say that it causes. */
  request: Cause;
  /**
   * The error of a request that is refused, unless it repeats another one and gets its response
   * (D-25).
   */
  refusal?: unknown;
  /** Returns the language of messages in the response; few responses have any. */
  language: () => Language;
  log: Logger;
}

/** The owner of the secret, as a handler needs it. It needs nothing of an API key. */
type OwnerBy<Name extends Scheme> = Name extends "apiKey"
  ? unknown
  : OwnerOf[Name];

/** The context of an operation, with the owner of the secret that the caller has shown. */
export type ContextOf<Id extends OperationId> = Context & {
  owner: OwnerBy<(typeof operations)[Id]["scheme"]>;
};

/** The result of a handler. A replay was sent before, and nothing was done now. */
export type HandlerResult<Id extends OperationId> =
  Success<Id> | (Success<Id> & { isReplay: true });

/**
 * Handles an operation of the contract. Throws ApiError for every response that is no success.
 * `objects` makes its data, as the compiler does not name a field that the contract no longer has.
 */
export type Handler<Id extends OperationId> = (
  input: Input<Id>,
  context: ContextOf<Id>,
) => Promise<HandlerResult<Id>>;

/** A handler that does its work in one transaction, which is undone when the work throws. */
export const transactional =
  <Id extends OperationId>(
    work: (
      input: Input<Id>,
      tx: Transaction,
      context: ContextOf<Id>,
    ) => Promise<HandlerResult<Id>>,
    options: { mayExceedQuotas?: boolean } = {},
  ): Handler<Id> =>
  (input, context) =>
    inTransaction(
      context.store,
      context.workspaceId,
      (tx) => work(input, tx, context),
      { ...options, request: context.request },
    );

/** Every operation and its handler: a missing or mis-shaped one does not compile. */
export type Routes = { [Id in OperationId]: Handler<Id> };
