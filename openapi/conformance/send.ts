import { setTimeout as wait } from "node:timers/promises";
import { bodyOf, withCredentials, type TestRequest } from "./request.ts";

/** A response with its complete body. */
export interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** The options of a run. */
export interface ConformanceOptions {
  /** The address before the paths of the contract. */
  url: string;
  /** Security scheme → key. */
  keys: Map<string, string>;
  /** The maximum of requests per second. */
  rate: number;
  /** The maximum of requests in all. */
  requests: number;
  /** Also sends writes that name no object, such as `POST /reset` and `PUT /settings`. */
  actions: boolean;
}

/** Ends a run that has sent the maximum of requests. */
export class LimitReached extends Error {}

/** Sends requests within the limits of the options. */
export interface Sender {
  /** @throws LimitReached, and Error when the server does not respond */
  send: (request: TestRequest) => Promise<TestResponse>;
  /** Returns the number of requests that were sent. */
  sent: () => number;
}

const maxRetryAfterSeconds = 60;
const timeoutMs = 30_000;

/**
 * Creates a sender. It repeats a request once after a 429 whose `Retry-After` is a minute or less.
 */
export function createSender(options: ConformanceOptions): Sender {
  let sent = 0;
  let nextStart = 0;

  async function waitForTurn(): Promise<void> {
    const now = performance.now();
    const delay = Math.max(0, nextStart - now);
    nextStart = Math.max(now, nextStart) + 1000 / options.rate;
    if (delay > 0) await wait(delay);
  }

  async function sendOnce(request: TestRequest): Promise<TestResponse> {
    if (sent >= options.requests) throw new LimitReached();
    sent++;
    await waitForTurn();
    const { address, headers } = withCredentials(request, options.keys);
    const response = await fetch(address, {
      method: request.method,
      headers,
      body: bodyOf(request),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text };
  }

  async function send(request: TestRequest): Promise<TestResponse> {
    const response = await sendOnce(request);
    if (response.status !== 429) return response;
    const seconds = Number(response.headers.get("retry-after") ?? "1");
    // A date is NaN here.
    const isSoon = seconds <= maxRetryAfterSeconds;
    if (!isSoon) return response;
    await wait(seconds * 1000);
    return sendOnce(request);
  }

  return { send, sent: () => sent };
}

/** Returns true for a status from 200 to 299. */
export const isSuccess = ({ status }: TestResponse): boolean =>
  status >= 200 && status < 300;

/** Returns the body of a response as JSON, or undefined when it is not JSON. */
export function jsonOf({ text }: TestResponse): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
