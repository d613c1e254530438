import type { operations } from "../generated/types.ts";

/** Name of an operation. */
export type OperationId = keyof operations;

type Responses<Id extends OperationId> = operations[Id]["responses"];
type Json<Content> = Content extends { content: { "application/json": infer Value } } ? Value : never;

/** The statuses of an operation's successes. */
export type SuccessStatus<Id extends OperationId> = {
  [Status in keyof Responses<Id>]: Status extends number
    ? `${Status}` extends `2${string}`
      ? Status
      : never
    : never;
}[keyof Responses<Id>];

/** The statuses of the errors that an operation declares. */
export type ErrorStatusOf<Id extends OperationId> = Exclude<keyof Responses<Id>, SuccessStatus<Id> | 304>;

/** The codes that an operation's error of this status can have. */
export type CodeOf<Id extends OperationId, Status extends keyof Responses<Id>> =
  Json<Responses<Id>[Status]> extends { error: { code: infer Code } } ? Code : never;

type SuccessBody<Id extends OperationId> = Json<Responses<Id>[SuccessStatus<Id>]>;

/**
 * What an operation gives: a page as it is, anything else without its envelope. The generated methods name it where no schema
 * has a name.
 * @public
 */
export type Data<Id extends OperationId> =
  SuccessBody<Id> extends { has_more: boolean }
    ? SuccessBody<Id>
    : SuccessBody<Id> extends { data: infer Value }
      ? Value
      : never;

/** The query of an operation. What is undefined counts as left out, also with `exactOptionalPropertyTypes`. */
export type Query<Id extends OperationId> = OrUndefined<NonNullable<operations[Id]["parameters"]["query"]>>;

type OrUndefined<Fields> = { [Name in keyof Fields]: Fields[Name] | undefined };

/** A body of a request. What is undefined counts as left out, also with `exactOptionalPropertyTypes`. */
export type Body<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? Body<Item>[]
    : { [Name in keyof Value]: Body<Value[Name]> | (object extends Pick<Value, Name> ? undefined : never) };
