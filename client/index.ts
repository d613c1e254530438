import extended from "../generated/extensions.ts";
import { methods as table, type Methods } from "../generated/methods.ts";
import { createCaller, createMethods } from "./call.ts";
import { definedOptions } from "./check.ts";
import type { Credential } from "./credential.ts";
import type { ClientOptions } from "./options.ts";
import { createRateGate, type RateGate } from "./rate-gate.ts";
import type { RawClient } from "./raw-client.ts";
import { readSettings } from "./settings.ts";

/** The API. Its methods resolve to what was asked for and throw for everything else. */
export interface Client extends ReturnType<typeof extended> {
  /**
   * openapi-fetch, which all of this stands on, for what the methods leave out. It returns errors and checks nothing.
   * The middleware that it uses applies to the methods too.
   */
  raw: RawClient;
  /** A client with other options for the same key, which shares with this one what it learns of the rate limit. */
  withOptions: (options: Omit<ClientOptions, "apiKey" | "baseUrl">) => Client;
}

/**
 * Creates a client. Its calls share what they learn of the rate limit, so make one for each API key.
 * @throws TypeError when an option is missing or cannot work; the message names it and does not show the key.
 */
export function createClient(options: ClientOptions = {}): Client {
  return clientOf(options, createRateGate());
}

/** `credential` is that of another client with the same key, which has asked for it already. */
function clientOf(
  options: ClientOptions,
  gate: RateGate,
  credential?: Credential,
): Client {
  const settings = readSettings(options, credential);
  const { raw, call } = createCaller(settings, gate);
  return {
    ...extended(createMethods<Methods>(table, call)),
    raw,
    withOptions: (others) =>
      clientOf(
        { ...options, ...definedOptions(others) },
        gate,
        settings.credential,
      ),
  };
}

export type {
  CallOptions,
  ChangeOptions,
  ClientOptions,
  CreateOptions,
  Fetch,
  FetchInit,
  FetchResponse,
} from "./options.ts";
export type { HookRequest, Hooks, Logger, LogLevel, Retry } from "./hooks.ts";

// What a method gives.
export type {
  Call,
  Failure,
  Refusal,
  Responding,
  Result,
  Success,
  WithResponse,
} from "./operation.ts";
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
