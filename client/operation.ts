import type { operations } from "../generated/types.ts";
import type { ApiError, KnownErrorCode } from "./api-error.ts";
import type { CallError } from "./call-error.ts";

/** Name of an operation. */
export type OperationId = keyof operations;

type Responses<Id extends OperationId> = operations[Id]["responses"];
/** What a body is: text, where it is no JSON. */
type Json<Content> = Content extends {
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
  Json<Responses<Id>[Status]> extends { error: { code: infer Code } }
    ? Code
    : never;

/**
 * The body of an operation's success. The generated methods name it where no schema has a name.
 * @public
 */
export type ResponseOf<Id extends OperationId> = Json<
  Responses<Id>[SuccessStatus<Id>]
>;

/**
 * What the envelope of an operation's success holds.
 * @public
 */
export type Data<Id extends OperationId> =
  ResponseOf<Id> extends { data: infer Value } ? Value : never;

/**
 * The body that an operation takes.
 * @public
 */
export type RequestOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: infer Sent;
}
  ? Json<Sent>
  : never;

/** The query of an operation. What is undefined counts as left out, also with `exactOptionalPropertyTypes`. */
export type Query<Id extends OperationId> = OrUndefined<
  NonNullable<operations[Id]["parameters"]["query"]>
>;

type OrUndefined<Fields> = { [Name in keyof Fields]: Fields[Name] | undefined };

/** A body of a request. What is undefined counts as left out, also with `exactOptionalPropertyTypes`. */
export type Body<Value> = Value extends
  string | number | boolean | null | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? Body<Item>[]
    : {
        [Name in keyof Value]:
          | Body<Value[Name]>
          | (object extends Pick<Value, Name> ? undefined : never);
      };

/**
 * A body of a form of HTML, in which a file may take the place of a text.
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

/** A promise of a value, which has the response too. */
export interface Responding<Value> extends Promise<Value> {
  /** The value with the response that brought it: its status, its headers and the id of the request. */
  withResponse: () => Promise<WithResponse<Value>>;
}

/** A call on its way. Awaiting it gives the value and throws a CallError for everything else. */
export interface Call<Value, Id extends OperationId> extends Responding<Value> {
  /** The same without throwing: errors of the call are values. Only an abort and bad input still reject. */
  result: () => Promise<Result<Value, Id>>;
}

/** Adds `withResponse` to a promise of the value that `exchanged` brings. */
export const withResponseOf = <Value>(
  value: Promise<Value>,
  exchanged: Promise<WithResponse<Value>>,
): Responding<Value> =>
  Object.assign(value, {
    withResponse: async () => {
      // First, as its rejection is handled here too.
      await value;
      return exchanged;
    },
  });

/** A value with the response that brought it. */
export interface WithResponse<Value> {
  data: Value;
  /** Its body has been read. */
  response: Response;
  /** `X-Request-Id`, which names the request in the server's log. */
  requestId: string | undefined;
}

/** The outcome of a call: `status` distinguishes the declared ones, and is undefined for everything else. */
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

/** The error of each code, so that `error.code` tells which body it has. */
type OneOf<Code> = Code extends KnownErrorCode ? ApiError<Code> : never;

/** Anything else: no response, or one that the operation does not declare, e.g. with a code of a later version. */
export interface Failure {
  ok: false;
  status: undefined;
  data?: undefined;
  error: CallError;
}
