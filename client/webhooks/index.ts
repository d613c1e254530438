import { toJson } from "../json-value.ts";
import {
  bytesOf,
  hmac,
  keysOf,
  readDelivery,
  WebhookVerificationError,
  type DeliveryHeaders,
  type WebhookEvent,
} from "./delivery.ts";

export { WebhookVerificationError, type DeliveryHeaders, type WebhookEvent };

/**
 * The event of a delivery, if it is one of ours (Standard Webhooks, version 1): signed with the secret, and no older
 * than the contract's `webhookToleranceSeconds`, so that nobody can send it again later. It uses Web Crypto, which every
 * runtime has.
 * @param headers as they came, of `node:http`, Express or `fetch`, or as lists
 * @param body as it came, before anybody parsed it: the signature is over its bytes
 * @param secret of the webhook, `whsec_…`; while it is being rotated, both
 * @throws (rejects with) WebhookVerificationError for everything else. Respond with a 400
 * @throws (rejects with) TypeError when `secret` is none, or when a parser has read the body
 */
export async function verifyWebhook(
  headers: DeliveryHeaders,
  body: string | Uint8Array,
  secret: string | readonly string[],
): Promise<WebhookEvent> {
  const subtle = webCrypto();
  const keys = keysOf(secret);
  const { signed, signatures, parse } = readDelivery(headers, body);
  for (const bytes of keys) {
    const key = await subtle.importKey("raw", bytes, hmac, false, ["verify"]);
    for (const signature of signatures)
      if (await subtle.verify("HMAC", key, signature, signed)) return parse();
  }
  throw new WebhookVerificationError(
    "No signature of the delivery was made with this secret.",
  );
}

/** A request as a webhook receives it. */
export interface SignedDelivery {
  headers: Record<string, string>;
  body: string;
}

/**
 * Signs an event as the API does, for the tests of your receiver:
 * `await fetch(receiver, { method: "POST", ...(await signTestWebhook(event, secret)) })`
 * @param event what `verifyWebhook` is to give
 * @param secret of the webhook; in a test any `whsec_` and base64
 * @param at when it was sent. Default: now
 * @throws (rejects with) TypeError when `secret` is none, `at` no valid date, or the event holds a value that JSON lacks
 */
export async function signTestWebhook<
  Signed extends { id: string; type: string },
>(
  event: Signed,
  secret: string,
  { at = new Date() }: { at?: Date } = {},
): Promise<SignedDelivery> {
  const subtle = webCrypto();
  const [bytes = new Uint8Array()] = keysOf(secret);
  const body = toJson(event, (place) => `event${place}`);
  if (Number.isNaN(at.getTime()))
    throw new TypeError("at must be a valid date.");
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = await subtle.importKey("raw", bytes, hmac, false, ["sign"]);
  const signature = await subtle.sign(
    "HMAC",
    key,
    bytesOf(`${event.id}.${timestamp}.${body}`),
  );
  return {
    headers: {
      "content-type": "application/json",
      "webhook-id": event.id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
    },
    body,
  };
}

/** @throws Error where the runtime has no Web Crypto, as on pages of plain http and in React Native */
function webCrypto(): typeof crypto.subtle {
  const { subtle }: Partial<typeof crypto> = globalThis.crypto ?? {};
  if (subtle) return subtle;
  throw new Error(
    "This runtime lacks crypto.subtle. It needs https, or verifyWebhookSync of contacts-client/webhooks/node.",
  );
}
