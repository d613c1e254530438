import extended from "../generated/extensions.ts";
import { methods as table, type Methods } from "../generated/methods.ts";
import { createCaller } from "./call.ts";
import { definedOptions } from "./check.ts";
import type { Credential } from "./credential.ts";
import { createMethods } from "./methods.ts";
import type { ClientOptions } from "./options.ts";
import { createRateGate, type RateGate } from "./rate-gate.ts";
import type { RawClient } from "./raw-client.ts";
import { readSettings } from "./settings.ts";

/** The client. Its methods resolve to the requested value, and throw an error otherwise. */
export interface Client extends ReturnType<typeof extended> {
  /**
   * The openapi-fetch client below the methods, for requests that they do not offer. It returns
   * errors, and checks nothing. Its middleware applies to the methods too.
   */
  raw: RawClient;
  /**
   * Creates a client with other options and the same key. Both share the state of the rate limit.
   * @throws TypeError for an invalid option, and for `apiKey` and `baseUrl`
   */
  withOptions: (options: Omit<ClientOptions, "apiKey" | "baseUrl">) => Client;
}

/**
 * Creates a client. Its calls share the state of the rate limit, so create one client for each API
 * key.
 * @throws TypeError with the name of a missing or invalid option, without the key
 */
export function createClient(options: ClientOptions = {}): Client {
  return clientOf(options, createRateGate());
}

/** @param credential the credential of another client with the same key */
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
    withOptions: (others) => {
      const changed: ClientOptions = definedOptions(others);
      if (changed.apiKey ?? changed.baseUrl)
        throw new TypeError(
          "withOptions keeps the apiKey and the baseUrl. For others, create another client.",
        );
      return clientOf({ ...options, ...changed }, gate, settings.credential);
    },
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
export type { HookRequest, Hooks, Retry } from "./hooks.ts";
export type { Logger, LogLevel } from "./log.ts";

// Results of methods.
export type {
  Call,
  Failure,
  Refusal,
  PromiseWithResponse,
  Result,
  Success,
  WithResponse,
} from "./operation.ts";
export type { List } from "./list.ts";
export * from "../generated/extensions.ts";
export type { RawClient } from "./raw-client.ts";

// Errors of methods.
export {
  CallError,
  ConnectionError,
  CredentialError,
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
