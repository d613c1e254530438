export { createClient, type Client } from "./client.ts";
export type {
  CallOptions,
  ClientOptions,
  CreateOptions,
  Fetch,
  FetchInit,
  FetchResponse,
} from "./options.ts";
export type { HookRequest, Hooks, Retry } from "./hooks.ts";
export type { Logger, LogLevel } from "./logger.ts";

// What a method gives.
export type { Call, WithResponse } from "./call.ts";
export type { Failure, Refusal, Result, Success } from "./result.ts";
export type { List } from "./list.ts";
export { batchesOf } from "./batches.ts";
export type { ContactsByEmail, CreateOrGet } from "./contacts-by-email.ts";
export type { Follow, FollowOptions, UnknownEvent } from "./follow.ts";
export type { RawClient } from "./raw-client.ts";

// What it throws.
export { CallError, isCallError, type ErrorDetail } from "./errors/call-error.ts";
export { ApiError, isApiError, type ErrorBody, type ErrorCode } from "./errors/api-error.ts";
export {
  ConflictError,
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
  ValidationError,
} from "./errors/status-errors.ts";
export { ConnectionError, TimeoutError } from "./errors/no-response.ts";
export { UnexpectedResponseError } from "./errors/unexpected-response-error.ts";

// The contract's types: every resource with its methods, every schema and every path.
export type * from "../generated/methods.ts";
export type * from "../generated/types.ts";
