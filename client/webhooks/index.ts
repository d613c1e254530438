export { verifyWebhook } from "./verify-webhook.ts";
export { signTestWebhook, type SignedDelivery } from "./sign-test-webhook.ts";
export { WebhookVerificationError } from "./webhook-verification-error.ts";
export type { DeliveryHeaders, WebhookEvent } from "./delivery.ts";
