/** What came is no delivery of this webhook: nothing in it is to be believed. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}
