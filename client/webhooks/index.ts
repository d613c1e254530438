import {
  hmac,
  keysOf,
  readDelivery,
  WebhookVerificationError,
  type DeliveryHeaders,
  type WebhookEvent,
} from "./delivery.ts";

export { signTestWebhook, type SignedDelivery } from "./sign-test-webhook.ts";
export { WebhookVerificationError, type DeliveryHeaders, type WebhookEvent };

/**
 * The event of a delivery, if it is one of ours (Standard Webhooks, version 1): signed with the secret, and no older
 * than the contract's `webhookToleranceSeconds`, so that nobody can send it again later. It uses Web Crypto, which every
 * runtime has.
 * @param headers as they came, of `node:http`, Express or `fetch`
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
  const keys = keysOf(secret);
  const { signed, signatures, parse } = readDelivery(headers, body);
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey("raw", bytes, hmac, false, ["verify"]);
    for (const signature of signatures)
      if (await crypto.subtle.verify("HMAC", key, signature, signed)) return parse();
  }
  throw new WebhookVerificationError("No signature of the delivery was made with this secret.");
}
