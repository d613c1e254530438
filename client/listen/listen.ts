import { createHmac } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { createClient, type ClientOptions } from "../index.ts";
import { signTestWebhook } from "../webhooks/index.ts";

/** Milliseconds until the next look at the feed, and the longest that a receiver may take, as for webhooks. */
const interval = 1000;
const timeout = 15_000;
/** Milliseconds until the next attempt to reach an address that is down: the first wait, and the longest. */
const firstDelay = 500;
const longestDelay = 5000;

/** Events that are forwarded. */
export interface Listening {
  /** Address that gets each event by POST. */
  forward: string;
  /** Signs the deliveries. */
  secret: string;
  signal: AbortSignal;
  /** Prints a line. */
  print: (line: string) => void;
}

/** The secret of a key's deliveries: the same at each start, so that a receiver needs it once. */
export function secretOf(apiKey: string): string {
  const digest = createHmac("sha256", apiKey).update("contacts-listen");
  return `whsec_${digest.digest("base64")}`;
}

/**
 * Forwards each new event of the workspace to an address, in order, until the signal aborts. An address that is down gets
 * the event when it is back; the events after it wait.
 * @throws (rejects) CallError when the API refuses the key, or cannot be reached at the start
 */
export async function listen(
  options: ClientOptions,
  listening: Listening,
): Promise<void> {
  const { forward, secret, signal, print } = listening;
  const { events } = createClient({ appName: "contacts-listen", ...options });
  try {
    const newest = await events.list(
      { cursor: "newest", limit: 1 },
      { signal },
    );
    print(`Forwards new events to ${forward}, until Ctrl-C.`);
    print(`Secret of the signatures: ${secret}`);
    const feed = events.follow(
      { cursor: newest.next_cursor ?? undefined },
      {
        signal,
        interval,
        onError: ({ message }, delay) =>
          print(`The API: ${message} Again in ${seconds(delay)}.`),
      },
    );
    for await (const event of feed) await forwardEvent(event, listening);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Sends an event until the address responds. A response that is no success is printed, and not repeated. */
async function forwardEvent(
  event: { id: string; type: string },
  { forward, secret, signal, print }: Listening,
): Promise<void> {
  const name = `${event.type} ${event.id}`;
  for (let delay = firstDelay; ; delay = Math.min(2 * delay, longestDelay)) {
    const begun = performance.now();
    try {
      const response = await fetch(forward, {
        method: "POST",
        ...(await signTestWebhook(event, secret)),
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      });
      const body = await response.text();
      const took = `${Math.round(performance.now() - begun)} ms`;
      print(`${name} ${response.status} ${took}${detailOf(response, body)}`);
      return;
    } catch (error) {
      if (signal.aborted) {
        print(`${name} was not delivered.`);
        throw error;
      }
      if (isTimeout(error)) {
        print(`${name} got no response within ${seconds(timeout)}.`);
        return;
      }
      print(`${name} ${reasonOf(error)} Again in ${seconds(delay)}.`);
    }
    await after(delay, undefined, { signal }).catch((error: unknown) => {
      print(`${name} was not delivered.`);
      throw error;
    });
  }
}

/** The beginning of the body of a response that is no success, in one line. */
function detailOf({ ok }: Response, body: string): string {
  if (ok || body === "") return "";
  const longest = 200;
  const end = body.length > longest ? " …" : "";
  return ` ${JSON.stringify(body.slice(0, longest))}${end}`;
}

const isTimeout = (error: unknown) =>
  error instanceof Error && error.name === "TimeoutError";

/** Why an address was not reached. */
function reasonOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  const { code } = Object(cause) as { code?: unknown };
  return `was not delivered: ${String(code ?? cause)}.`;
}

const seconds = (milliseconds: number) =>
  `${Math.max(0.1, Math.round(milliseconds / 100) / 10)} s`;
