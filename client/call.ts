import { calls, commonErrors } from "../generated/calls.ts";
import { isApiError, type ApiError, type ErrorCode } from "./errors/api-error.ts";
import { isCallError, type CallError } from "./errors/call-error.ts";
import type { CodeOf, Data, ErrorStatusOf, Input, OperationId, SuccessStatus } from "./operation.ts";
import { outgoing, unread, type RawClient } from "./raw-client.ts";
import { readAnswer, type SuccessBody } from "./read-answer.ts";
import type { Send } from "./send.ts";

/** How to make one call. */
export interface CallOptions {
  /** Ends the call, whatever it is doing: it rejects with the signal's reason. Default: nothing ends it */
  signal?: AbortSignal | undefined;
}

/** What a call came to: `status` tells the declared ones apart, and is undefined for everything else. */
export type Result<Value, Id extends OperationId> = Success<Value, Id> | Refusal<Id> | Failure;

/** The call gave what it was made for. */
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
    error: ApiError<Extract<CodeOf<Id, Status>, ErrorCode>>;
  };
}[ErrorStatusOf<Id>];

/** Anything else: no answer, or one that the operation does not declare. */
export interface Failure {
  ok: false;
  status: undefined;
  data?: undefined;
  error: CallError;
}

/** A call on its way. Awaiting it gives the value and throws a CallError for everything else. */
export interface Call<Value, Id extends OperationId> extends Promise<Value> {
  /** The same without throwing: errors of the call are values. Only an abort still rejects. */
  result: () => Promise<Result<Value, Id>>;
}

/** What `caller` may be told beside the input. */
export interface Sending extends CallOptions {
  idempotencyKey?: string | undefined;
  /** Whether a creation may be sent twice. Default: if it has an Idempotency-Key */
  repeatable?: boolean;
}

/** Calls an operation of the contract. */
export type Caller = <Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  options?: Sending,
) => Call<Data<Id>, Id>;

/** Makes what calls the operations, over openapi-fetch. */
export function createCaller(raw: RawClient, send: Send): Caller {
  return <Id extends OperationId>(id: Id, { path, query, body }: Input<Id>, options: Sending = {}) => {
    const { request, keyed = false } = calls[id];
    const [method = "", template = ""] = request.split(" ");
    const { signal, idempotencyKey = crypto.randomUUID(), repeatable = keyed || method === "GET" } = options;
    const answer = (async () => {
      let own: { response: Response; body: SuccessBody } | undefined;
      const init = {
        params: { path, query, header: keyed ? { "Idempotency-Key": idempotencyKey } : {} },
        body,
        parseAs: "stream", // as it has been read here, where nothing is data but what the contract calls a success
        fetch: async (request: Request) => {
          const received = await send(await outgoing(request, { repeatable, signal }));
          own = { body: readAnswer(received), response: unread(received) };
          return own.response;
        },
      };
      // The table of calls and the types of openapi-fetch come from one contract, which TypeScript cannot see.
      const { response } = await raw.request(method as "get", template as never, init as never);
      // Middleware may have put another in its place, and is trusted.
      const given = own && response === own.response ? own.body : await response.json();
      return { status: response.status, value: valueOf<Id>(given as SuccessBody) };
    })();
    const value = answer.then(({ value }) => value);
    const result = () => {
      value.catch(() => undefined); // whoever asks for the result has heard of the error
      return resultOf(id, answer);
    };
    return Object.assign(value, { result });
  };
}

/** The server holds its answers against the contract; nothing here could. */
function valueOf<Id extends OperationId>(body: SuccessBody): Data<Id> {
  return ("has_more" in body ? body : body.data) as Data<Id>;
}

async function resultOf<Value, Id extends OperationId>(
  id: Id,
  answer: Promise<{ status: number; value: Value }>,
): Promise<Result<Value, Id>> {
  try {
    const { status, value } = await answer;
    return { ok: true, status: status as SuccessStatus<Id>, data: value };
  } catch (error) {
    if (!isCallError(error)) throw error;
    const { errors = [] } = calls[id];
    const declared = isApiError(error) && [...commonErrors, ...errors].includes(error.status);
    // The check above is what makes it one of the operation's refusals, which TypeScript cannot see.
    return { ok: false, status: declared ? error.status : undefined, error } as Result<Value, Id>;
  }
}
