import type { CallError } from "./errors/call-error.ts";

/** A request as the hooks see it: without the key. */
export interface HookRequest {
  readonly method: string;
  /** With its query, which may hold personal data. */
  readonly url: string;
  /** Names in small letters. What is set here is sent. */
  headers: Record<string, string>;
}

/** Why and when a request is sent again. */
export interface Retry {
  request: HookRequest;
  /** 1 for the first repetition. */
  attempt: number;
  /** The response that asks for it. */
  response: Response | undefined;
  /** What broke, if no complete response arrived. */
  error: CallError | undefined;
  /** Milliseconds until then. */
  delay: number;
}

/**
 * What to call on the way of each request, for logs, metrics and headers of your own. The call waits for a hook that is
 * async, and rejects with what a hook throws.
 */
export interface Hooks {
  /** Before each attempt. */
  request?: (request: HookRequest) => unknown;
  /** After each response, errors included. It is a copy, so its body may be read. */
  response?: (response: Response, request: HookRequest) => unknown;
  /** Before the wait for a repetition. */
  retry?: (retry: Retry) => unknown;
  /** When a call ends without a complete response. */
  failure?: (error: CallError, request: HookRequest) => unknown;
}
