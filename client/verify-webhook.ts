import { createHmac, timingSafeEqual } from "node:crypto";
import { webhookTolerance } from "../generated/calls.ts";
import type { Event, TestEvent } from "../generated/types.ts";
import { WebhookVerificationError } from "./errors/webhook-verification-error.ts";

export { WebhookVerificationError };

/** What a webhook receives. `event.type` tells what `event.data` is; skip the types that you do not know. */
export type WebhookEvent = Event | TestEvent;

/**
 * The event of a delivery, if it is one of ours (Standard Webhooks, version 1): signed with `secret`, and no
 * older than the contract's `x-tolerance-seconds`, so that nobody can send it again later.
 * @param headers as they came, of `node:http`, Express or `fetch`
 * @param body as it came, before anybody parsed it: the signature is over its bytes
 * @param secret of the webhook, `whsec_…`; while it is being rotated, either of the two
 * @throws WebhookVerificationError for everything else. Answer with a 400
 * @throws TypeError when `secret` is none
 */
export function verifyWebhook(
  headers: Headers | Record<string, string | string[] | undefined>,
  body: string | Uint8Array,
  secret: string,
): WebhookEvent {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  if (key.length === 0) throw new TypeError("secret must be the secret of the webhook, whsec_…");
  const header = headerOf(headers);
  const id = header("webhook-id");
  const timestamp = header("webhook-timestamp");
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(age <= webhookTolerance))
    throw new WebhookVerificationError(`The delivery is not of the last ${webhookTolerance / 60} minutes.`);
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  const isOurs = (signature: string) => {
    const [version, given = ""] = signature.split(",");
    const bytes = Buffer.from(given, "base64");
    return version === "v1" && bytes.length === expected.length && timingSafeEqual(bytes, expected);
  };
  if (!header("webhook-signature").split(" ").some(isOurs)) {
    throw new WebhookVerificationError("No signature of the delivery was made with this secret.");
  }
  // The signature says that the contract's server wrote it.
  return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body)) as WebhookEvent;
}

const headerOf = (headers: Headers | Record<string, string | string[] | undefined>) => {
  const given = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const values = new Map(given.map(([name, value]) => [name.toLowerCase(), value]));
  return (name: string): string => {
    const value = values.get(name);
    if (typeof value === "string") return value;
    throw new WebhookVerificationError(`The delivery has no ${name}.`);
  };
};
