import type { Request } from "express";
import type { commonHeaders } from "../../generated/constants.ts";
import {
  operations as table,
  type OperationId,
} from "../../generated/operations.ts";
import type { operations } from "../../generated/types.ts";

/**
 * The input of a handler: the request's values, checked by the contract, with its defaults filled
 * in.
 */
export interface Input<Id extends OperationId> {
  query: Filled<
    Parameters<Id, "query">,
    (typeof table)[Id]["defaults"]["query"]
  >;
  path: Parameters<Id, "path">;
  header: Parameters<Id, "header">;
  body: Filled<Body<Id>, (typeof table)[Id]["defaults"]["body"]>;
}

/**
 * The result of a handler: a successful response that the contract declares. Errors are thrown as
 * ApiError.
 */
export type Success<Id extends OperationId> = Successes<
  operations[Id]["responses"]
>;

type Parameters<
  Id extends OperationId,
  In extends "query" | "path" | "header",
> = NonNullable<operations[Id]["parameters"][In]>;

type Body<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { "application/json": infer B } };
}
  ? B
  : Record<never, never>;

type Filled<T, Defaults> = Omit<T, keyof Defaults> &
  Required<Pick<T, keyof Defaults & keyof T>>;

type Successes<Responses> = {
  [Status in keyof Responses]: `${Status & number}` extends `2${string}`
    ? Responses[Status] extends {
        headers: infer H;
        content: { "application/json": infer B };
      }
      ? { status: Status; body: B } & WithHeaders<OwnHeaders<H>>
      : never
    : never;
}[keyof Responses];

type WithHeaders<H> = keyof H extends never
  ? { headers?: never }
  : { headers: H };

/**
 * The headers that only this response has. The headers of all responses and of repeated responses
 * are set elsewhere.
 */
type OwnHeaders<H> = {
  [
    Name in keyof H as string extends Name
      ? never
      : Name extends
            number | (typeof commonHeaders)[number] | "Idempotent-Replayed"
        ? never
        : Name
  ]: H[Name];
};

/** An operation, with the facts of the contract that the steps of a request need. */
export interface MatchedOperation {
  id: OperationId;
  takesBody: boolean;
  requiresBody: boolean;
  /** Days, e.g. `2027-01-31`. */
  deprecatedOn: string | undefined;
  sunset: string | undefined;
}

/**
 * Returns the operation that `findOperation` found for a request.
 * @throws Error when it found none: call it only after `requireOperation`.
 */
export function matchedOperation({ operation }: Request): MatchedOperation {
  if (!operation) throw new Error("The request has no operation.");
  return operation;
}

/** Returns the id of the operation of a request, as `matchedOperation` does. */
export const operationOf = (request: Request): OperationId =>
  matchedOperation(request).id;
