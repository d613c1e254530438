import { Webhook } from "standardwebhooks";
import type { Event, TestEvent } from "../generated/types.ts";

export { WebhookVerificationError } from "standardwebhooks";

/** What a webhook receives. `event.type` tells what `event.data` is; skip the types that you do not know. */
export type WebhookEvent = Event | TestEvent;

/**
 * The event of a delivery, if it is one of ours: signed with `secret` and not older than five minutes.
 * @param headers as they came, of `node:http`, Express or `fetch`
 * @param body as it came, before anybody parsed it: the signature is over its bytes
 * @param secret of the webhook, `whsec_…`; while it is being rotated, either of the two
 * @throws WebhookVerificationError for everything else. Answer with a 400.
 */
export function verifyWebhook(
  headers: Headers | Record<string, string | string[] | undefined>,
  body: string | Buffer,
  secret: string,
): WebhookEvent {
  const all = new Headers();
  const given = headers instanceof Headers ? headers : Object.entries(headers);
  for (const [name, value] of given) if (typeof value === "string") all.set(name, value);
  // The signature says that the contract's server wrote it.
  return new Webhook(secret).verify(body, Object.fromEntries(all)) as WebhookEvent;
}
