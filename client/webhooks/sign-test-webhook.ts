import { bytesOf, hmac, keysOf } from "./delivery.ts";

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
 * @throws (rejects with) TypeError when `secret` is none
 */
export async function signTestWebhook<Signed extends { id: string; type: string }>(
  event: Signed,
  secret: string,
  { at = new Date() }: { at?: Date } = {},
): Promise<SignedDelivery> {
  const [bytes = new Uint8Array()] = keysOf(secret);
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = await crypto.subtle.importKey("raw", bytes, hmac, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, bytesOf(`${event.id}.${timestamp}.${body}`));
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
