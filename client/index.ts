export { createClient, type Client } from "./client.ts";
export type {
  CallOptions,
  ClientOptions,
  CreateOptions,
  Fetch,
  FetchInit,
  FetchResponse,
} from "./options.ts";
export type { HookRequest, Hooks, Logger, LogLevel, Retry } from "./hooks.ts";

// What a method gives.
export type { Call, Failure, Refusal, Result, Success, WithResponse } from "./operation.ts";
export type { List } from "./list.ts";
export * from "../generated/extensions.ts";
export type { RawClient } from "./raw-client.ts";

// What it throws.
export {
  CallError,
  ConnectionError,
  isCallError,
  TimeoutError,
  UnexpectedResponseError,
  type ErrorDetail,
} from "./call-error.ts";
export {
  ApiError,
  ConflictError,
  ForbiddenError,
  isApiError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
  ValidationError,
  type ErrorBody,
  type ErrorCode,
} from "./api-error.ts";

// The contract's types: every resource with its methods, every schema and every path.
export type * from "../generated/methods.ts";
export type * from "../generated/types.ts";
