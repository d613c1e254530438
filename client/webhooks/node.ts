export { verifyWebhookSync } from "./verify-webhook-sync.ts";
export { WebhookVerificationError } from "./webhook-verification-error.ts";
export type { DeliveryHeaders, WebhookEvent } from "./delivery.ts";
