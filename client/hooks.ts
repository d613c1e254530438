import type { CallError } from "./errors/call-error.ts";

/** A request as the hooks see it: without the key. */
export interface HookRequest {
  method: string;
  url: string;
  /** Names in small letters. What is set here is sent. */
  headers: Record<string, string>;
}

/** Why and when a request is sent again. */
export interface Retry {
  request: HookRequest;
  /** 1 for the first repetition. */
  attempt: number;
  /** The answer that asks for it; its body has been read. */
  response: Response | undefined;
  /** What broke, if no whole answer came. */
  error: CallError | undefined;
  /** Milliseconds until then. */
  delay: number;
}

/** What to call on the way of each request, for logs, metrics and headers of your own. */
export interface Hooks {
  /** Before each attempt. */
  request?: (request: HookRequest) => void;
  /** After each answer, errors included. Its body has been read. */
  response?: (response: Response, request: HookRequest) => void;
  /** Before the wait for a repetition. */
  retry?: (retry: Retry) => void;
}
