import { commonErrors } from "../generated/calls.ts";
import { isKnownError, type ApiError, type KnownErrorCode } from "./errors/api-error.ts";
import { isCallError, type CallError } from "./errors/call-error.ts";
import type { CodeOf, ErrorStatusOf, OperationId, SuccessStatus } from "./operation.ts";

/** The outcome of a call: `status` distinguishes the declared ones, and is undefined for everything else. */
export type Result<Value, Id extends OperationId> = Success<Value, Id> | Refusal<Id> | Failure;

/** The call succeeded. */
export interface Success<Value, Id extends OperationId> {
  ok: true;
  status: SuccessStatus<Id>;
  data: Value;
  error?: undefined;
}

/** An error that the operation declares. */
export type Refusal<Id extends OperationId> = {
  [Status in ErrorStatusOf<Id>]: {
    ok: false;
    status: Status;
    data?: undefined;
    error: OneOf<Extract<CodeOf<Id, Status>, KnownErrorCode>>;
  };
}[ErrorStatusOf<Id>];

/** The error of each code, so that `error.code` tells which body it has. */
type OneOf<Code> = Code extends KnownErrorCode ? ApiError<Code> : never;

/** Anything else: no response, or one that the operation does not declare, e.g. with a code of a later version. */
export interface Failure {
  ok: false;
  status: undefined;
  data?: undefined;
  error: CallError;
}

/**
 * The outcome of a call, as a value. `own` are the statuses of the errors that the operation declares beside the common
 * ones; as they are the operation's, the types are right.
 */
export async function resultOf(
  exchanged: Promise<{ data: unknown; response: Response }>,
  own: readonly number[],
): Promise<{ ok: boolean; status: number | undefined; data?: unknown; error?: CallError }> {
  try {
    const { data, response } = await exchanged;
    return { ok: true, status: response.status, data };
  } catch (error) {
    if (!isCallError(error)) throw error;
    const isDeclared =
      isKnownError(error.code, error.status) &&
      error.code !== "path_not_found" && // no operation declares it
      [...commonErrors, ...own].some((status) => status === error.status);
    return { ok: false, status: isDeclared ? error.status : undefined, error };
  }
}
