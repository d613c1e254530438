import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** A new secret: `whsec_` and the base64 of 32 random bytes (D-19). */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** The headers by which a receiver verifies the sender of `body`, as in Standard Webhooks: one signature for each secret. */
export function signatureHeaders(
  secrets: string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "),
  };
}
