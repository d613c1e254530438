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
 * Verifies a delivery (Standard Webhooks, version 1), and returns its event. The delivery must be
 * signed with the secret, and must not be older than `webhookToleranceSeconds` of the contract, so
 * that nobody can replay it later. It uses Web Crypto, which every runtime has.
 * @param headers the headers of `node:http`, Express or `fetch`, or lists of values
 * @param body the unparsed body: the signature covers its bytes
 * @param secret the secret of the webhook, `whsec_…`, or both secrets during a rotation
 * @throws (rejects with) WebhookVerificationError for an invalid delivery. Respond with a 400
 * @throws (rejects with) TypeError when `secret` is invalid, or when a parser has read the body
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

/** The request of a delivery. */
export interface SignedDelivery {
  headers: Record<string, string>;
  body: string;
}

/**
 * Signs an event as the API does, for the tests of your receiver: `await fetch(receiver, { method:
 * "POST", ...(await signTestWebhook(event, secret)) })`
 * @param event the event that `verifyWebhook` returns
 * @param secret the secret of the webhook; in a test any `whsec_` with base64
 * @param at the time of the delivery. Default: now
 * @throws (rejects with) TypeError for an invalid `secret` or `at`, and for an event with a value
 *   that JSON cannot contain
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

/**
 * Returns Web Crypto.
 * @throws Error in a runtime without it, such as pages of plain http and React Native
 */
function webCrypto(): typeof crypto.subtle {
  const { subtle }: Partial<typeof crypto> = globalThis.crypto ?? {};
  if (subtle) return subtle;
  throw new Error(
    "This runtime lacks crypto.subtle. It needs https, or verifyWebhookSync of contacts-client/webhooks/node.",
  );
}
