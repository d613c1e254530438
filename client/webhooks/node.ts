import { createHmac, timingSafeEqual } from "node:crypto";
import {
  keysOf,
  readDelivery,
  WebhookVerificationError,
  type DeliveryHeaders,
  type WebhookEvent,
} from "./delivery.ts";

export { WebhookVerificationError, type DeliveryHeaders, type WebhookEvent };

/**
 * Verifies a delivery like `verifyWebhook`, for Node, without a promise.
 * @throws WebhookVerificationError for an invalid delivery. Respond with a 400
 * @throws TypeError when `secret` is invalid, or when a parser has read the body
 */
export function verifyWebhookSync(
  headers: DeliveryHeaders,
  body: string | Uint8Array,
  secret: string | readonly string[],
): WebhookEvent {
  const keys = keysOf(secret);
  const { signed, signatures, parse } = readDelivery(headers, body);
  for (const key of keys) {
    const expected = createHmac("sha256", key).update(signed).digest();
    const isOurs = (given: Uint8Array) =>
      given.length === expected.length && timingSafeEqual(given, expected);
    if (signatures.some(isOurs)) return parse();
  }
  throw new WebhookVerificationError(
    "No signature of the delivery was made with this secret.",
  );
}
