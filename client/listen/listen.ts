import { createHmac } from "node:crypto";
import { createClient, type ClientOptions } from "../index.ts";
import { wait } from "../wait.ts";
import { signTestWebhook } from "../webhooks/index.ts";

/** The time between two requests of the feed. */
const intervalMs = 1000;
/** The time limit of a receiver, as for webhooks. */
const timeoutMs = 15_000;
/** The first delay before another attempt to reach an address. It doubles up to the maximum. */
const firstDelayMs = 500;
const maxDelayMs = 5000;

/** The options of `listen`, beside those of the client. */
export interface Listening {
  /** The address that receives each event by POST. */
  forward: string;
  /** Signs the deliveries. */
  secret: string;
  signal: AbortSignal;
  /** Prints a line. */
  print: (line: string) => void;
}

/**
 * Returns the secret for deliveries of a key. It is the same at each start, so a receiver needs it
 * only once.
 */
export function secretOf(apiKey: string): string {
  const digest = createHmac("sha256", apiKey).update("contacts-listen");
  return `whsec_${digest.digest("base64")}`;
}

/**
 * Forwards each new event of the workspace to an address, in order, until the signal aborts. While
 * the address is down, the events wait.
 * @throws (rejects) CallError when the API rejects the key, or cannot be reached at the start
 */
export async function listen(
  options: ClientOptions,
  listening: Listening,
): Promise<void> {
  const { forward, secret, signal, print } = listening;
  const { events } = createClient({
    appName: "contacts-listen",
    language: "en",
    ...options,
  });
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
        interval: intervalMs,
        onError: ({ message }, delay) =>
          print(`The API: ${message} Again in ${seconds(delay)}.`),
      },
    );
    for await (const event of feed) await forwardEvent(event, listening);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * Sends an event until the address responds. Prints the response. An error response is not
 * repeated.
 */
async function forwardEvent(
  event: { id: string; type: string },
  { forward, secret, signal, print }: Listening,
): Promise<void> {
  const name = `${event.type} ${event.id}`;
  for (let delay = firstDelayMs; ; delay = Math.min(2 * delay, maxDelayMs)) {
    const begun = performance.now();
    try {
      const response = await fetch(forward, {
        method: "POST",
        ...(await signTestWebhook(event, secret)),
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
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
        print(`${name} got no response within ${seconds(timeoutMs)}.`);
        return;
      }
      print(`${name} ${reasonOf(error)} Again in ${seconds(delay)}.`);
    }
    await wait(delay, signal).catch((error: unknown) => {
      print(`${name} was not delivered.`);
      throw error;
    });
  }
}

/** Returns the beginning of the body of an error response, in one line. */
function detailOf({ ok }: Response, body: string): string {
  if (ok || body === "") return "";
  const maxLength = 200;
  if (body.length <= maxLength) return ` ${JSON.stringify(body)}`;
  // Without the first half of a character, such as an emoji.
  const cut = body.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "");
  return ` ${JSON.stringify(cut)} …`;
}

const isTimeout = (error: unknown) =>
  error instanceof Error && error.name === "TimeoutError";

/** Returns the reason why an address was not reached. */
function reasonOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  const { code } = Object(cause) as { code?: unknown };
  return `was not delivered: ${String(code ?? cause)}.`;
}

const seconds = (milliseconds: number) =>
  `${Math.round(milliseconds / 100) / 10} s`;
