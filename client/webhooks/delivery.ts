import { webhookTolerance } from "../../generated/calls.ts";
import type { webhooks } from "../../generated/types.ts";

/** What came is no delivery of this webhook: nothing in it is to be believed. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

type Json<Body> = { content: { "application/json": Body } };
type BodyOf<Webhook> = Webhook extends {
  post: { requestBody?: Json<infer Body> };
}
  ? Body
  : never;

/** What a webhook receives. `event.type` tells what `event.data` is; skip the types that you do not know. */
export type WebhookEvent = BodyOf<webhooks[keyof webhooks]>;

/** Headers as `node:http`, Express or `fetch` give them, or as lists: `headersDistinct`, `multiValueHeaders` of AWS. */
export type DeliveryHeaders =
  Headers | Record<string, string | string[] | undefined>;

/** What is signed, and how (Standard Webhooks, version 1). */
export interface Delivery {
  /** The bytes that the signature is made of: id, timestamp and body. */
  signed: Uint8Array;
  /** The signatures of version 1 that came with it. */
  signatures: Uint8Array[];
  /** The event, which is to be believed only if one of the signatures is right. */
  parse: () => WebhookEvent;
}

/**
 * Reads a delivery.
 * @throws WebhookVerificationError when it lacks a header or repeats it, or is older than the contract's `webhookToleranceSeconds`
 * @throws TypeError when the body is neither text nor bytes, as a parser has read it before
 */
export function readDelivery(
  headers: DeliveryHeaders,
  body: string | Uint8Array,
): Delivery {
  const content = typeof body === "string" ? bytesOf(body) : body;
  if (!ArrayBuffer.isView(content))
    throw new TypeError(
      "body must be the text or the bytes that came. In Express use express.raw or express.text.",
    );
  const header = headerOf(headers);
  const id = header("webhook-id");
  const timestamp = header("webhook-timestamp");
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(age <= webhookTolerance))
    throw new WebhookVerificationError(
      `The delivery is not of the last ${webhookTolerance / 60} minutes.`,
    );
  const prefix = bytesOf(`${id}.${timestamp}.`);
  const signed = new Uint8Array(prefix.length + content.length);
  signed.set(prefix);
  signed.set(content, prefix.length);
  const signatures = header("webhook-signature")
    .split(" ")
    .filter((signature) => signature.startsWith("v1,"))
    .flatMap((signature) => fromBase64(signature.slice(3)) ?? []);
  // The signature says that the contract's server wrote it.
  return {
    signed,
    signatures,
    parse: () => JSON.parse(new TextDecoder().decode(content)) as WebhookEvent,
  };
}

/**
 * The bytes of each secret, `whsec_…`.
 * @throws TypeError when one is none
 */
export function keysOf(secrets: string | readonly string[]): Uint8Array[] {
  const all = [secrets].flat();
  if (all.length === 0)
    throw new TypeError("secret must be the secret of the webhook, whsec_…");
  return all.map((secret) => {
    const key =
      typeof secret === "string"
        ? fromBase64(secret.replace(/^whsec_/, ""))
        : undefined;
    if (!key?.length)
      throw new TypeError("secret must be the secret of the webhook, whsec_…");
    return key;
  });
}

/** What signatures are made by. */
export const hmac = { name: "HMAC", hash: "SHA-256" };

/** UTF-8 */
export const bytesOf = (text: string): Uint8Array =>
  new TextEncoder().encode(text);

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Reads a header that has to come exactly once, as only one value of it was signed. */
function headerOf(headers: DeliveryHeaders): (name: string) => string {
  // Those of another library are no instance of this runtime's Headers.
  const entries: [string, string | string[] | undefined][] =
    Symbol.iterator in headers
      ? [...(headers as Headers)]
      : Object.entries(headers);
  return (name) => {
    const values = entries
      .filter(([each]) => each.toLowerCase() === name)
      .flatMap(([, value]) => value ?? []);
    const [value] = values;
    if (value === undefined)
      throw new WebhookVerificationError(`The delivery has no ${name}.`);
    // Node and fetch join the values of a repeated header in this way.
    if (values.length > 1 || value.includes(", "))
      throw new WebhookVerificationError(
        `The delivery has more than one ${name}.`,
      );
    return value;
  };
}
