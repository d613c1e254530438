import type { operations } from "../generated/types.ts";
import type { ApiError, KnownErrorCode } from "./api-error.ts";
import type { CallError } from "./call-error.ts";

/** Name of an operation. */
export type OperationId = keyof operations;

type Responses<Id extends OperationId> = operations[Id]["responses"];
/** The type of a body. A body that is not JSON is text. */
type JsonBody<Content> = Content extends {
  content: { "application/json": infer Value };
}
  ? Value
  : string;

/** The statuses of an operation's successes. */
type SuccessStatus<Id extends OperationId> = {
  [Status in keyof Responses<Id>]: Status extends number
    ? `${Status}` extends `2${string}`
      ? Status
      : never
    : never;
}[keyof Responses<Id>];

/** The statuses of the errors that an operation declares. */
type ErrorStatusOf<Id extends OperationId> = Exclude<
  keyof Responses<Id> & number,
  SuccessStatus<Id> | 304
>;

/** The codes that an operation's error of this status can have. */
type CodeOf<Id extends OperationId, Status extends keyof Responses<Id>> =
  JsonBody<Responses<Id>[Status]> extends { error: { code: infer Code } }
    ? Code
    : never;

/**
 * The body of an operation's success. The generated methods use it when the schema has no name.
 * @public
 */
export type ResponseOf<Id extends OperationId> = JsonBody<
  Responses<Id>[SuccessStatus<Id>]
>;

/**
 * The `data` of an operation's success.
 * @public
 */
export type Data<Id extends OperationId> =
  ResponseOf<Id> extends { data: infer Value } ? Value : never;

/**
 * The request body of an operation.
 * @public
 */
export type RequestOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: infer Sent;
}
  ? JsonBody<Sent>
  : never;

/**
 * The query of an operation. An undefined parameter counts as left out, also with
 * `exactOptionalPropertyTypes`.
 */
export type Query<Id extends OperationId> = OrUndefined<
  NonNullable<operations[Id]["parameters"]["query"]>
>;

type OrUndefined<Fields> = { [Name in keyof Fields]: Fields[Name] | undefined };

/**
 * A body of a request. An undefined field counts as left out, also with
 * `exactOptionalPropertyTypes`.
 */
export type Body<Value> = unknown extends Value
  ? Value
  : Value extends string | number | boolean | null | undefined
    ? Value
    : Value extends readonly (infer Item)[]
      ? Body<Item>[]
      : {
          [Name in keyof Value]:
            | Body<Value[Name]>
            | (object extends Pick<Value, Name> ? undefined : never);
        };

/**
 * The body of an HTML form. A file may replace a text.
 * @public
 */
export type Form<Value> = {
  [Name in keyof Value]:
    | OrFile<Value[Name]>
    | (object extends Pick<Value, Name> ? undefined : never);
};
type OrFile<Value> = Value extends string
  ? Value | Blob
  : Value extends readonly (infer Item)[]
    ? OrFile<Item>[]
    : Value;

/** A promise of a value, with a method for the response. */
export interface PromiseWithResponse<Value> extends Promise<Value> {
  /** Returns the value with its response: status, headers and id of the request. */
  withResponse: () => Promise<WithResponse<Value>>;
}

/** A running call. Await it for the value. It rejects with a CallError. */
export interface Call<
  Value,
  Id extends OperationId,
> extends PromiseWithResponse<Value> {
  /** Returns errors of the call as values. Only an abort and invalid input still reject. */
  result: () => Promise<Result<Value, Id>>;
}

/** Adds `withResponse` to the promise of a value. */
export const withResponseOf = <Value>(
  value: Promise<Value>,
  exchanged: Promise<WithResponse<Value>>,
): PromiseWithResponse<Value> =>
  Object.assign(value, {
    withResponse: async () => {
      // Awaited first, so that its rejection is handled too.
      await value;
      return exchanged;
    },
  });

/** A value with its response. */
export interface WithResponse<Value> {
  data: Value;
  /** The response, whose body has been read. */
  response: Response;
  /** `X-Request-Id`, which identifies the request in the log of the server. */
  requestId: string | undefined;
}

/**
 * The outcome of a call. `status` distinguishes the declared outcomes, and is undefined for all
 * others.
 */
export type Result<Value, Id extends OperationId> =
  Success<Value, Id> | Refusal<Id> | Failure;

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

/** The error of each code, so that `error.code` narrows the body. */
type OneOf<Code> = Code extends KnownErrorCode ? ApiError<Code> : never;

/**
 * Any other outcome: no response, or one that the operation does not declare, e.g. with a code of a
 * later version.
 */
export interface Failure {
  ok: false;
  status: undefined;
  data?: undefined;
  error: CallError;
}
