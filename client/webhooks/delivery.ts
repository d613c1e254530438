import { webhookTolerance } from "../../generated/calls.ts";
import type { webhooks } from "../../generated/types.ts";

/** The request is no delivery of this webhook. Do not trust its content. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

type JsonContent<Body> = { content: { "application/json": Body } };
type BodyOf<Webhook> = Webhook extends {
  post: { requestBody?: JsonContent<infer Body> };
}
  ? Body
  : never;

/** An event of a webhook. `event.type` determines the type of `event.data`. Skip unknown types. */
export type WebhookEvent = BodyOf<webhooks[keyof webhooks]>;

/**
 * Headers of `node:http`, Express or `fetch`, or lists of values: `headersDistinct`,
 * `multiValueHeaders` of AWS.
 */
export type DeliveryHeaders =
  Headers | Record<string, string | string[] | undefined>;

/** A delivery with its signatures (Standard Webhooks, version 1). */
export interface Delivery {
  /** The signed bytes: id, timestamp and body. */
  signed: Uint8Array;
  /** The signatures of version 1. */
  signatures: Uint8Array[];
  /** Returns the event. Trust it only when one of the signatures is valid. */
  parse: () => WebhookEvent;
}

/**
 * Reads a delivery.
 * @throws WebhookVerificationError for a missing or repeated header, and for a delivery whose
 *   time differs from now by more than `webhookToleranceSeconds` of the contract
 * @throws TypeError when the body is neither text nor bytes, for example because a parser has read
 *   it
 */
export function readDelivery(
  headers: DeliveryHeaders,
  body: string | Uint8Array,
): Delivery {
  const given = typeof body === "string" ? bytesOf(body) : body;
  if (!ArrayBuffer.isView(given))
    throw new TypeError(
      "body must be the text or the bytes of the request, unparsed. In Express use express.raw or express.text.",
    );
  const { buffer, byteOffset, byteLength } = given;
  const content = new Uint8Array(buffer, byteOffset, byteLength);
  const header = headerOf(headers);
  const id = header("webhook-id");
  const timestamp = header("webhook-timestamp");
  checkTime(Number(timestamp));
  const prefix = bytesOf(`${id}.${timestamp}.`);
  const signed = new Uint8Array(prefix.length + content.length);
  signed.set(prefix);
  signed.set(content, prefix.length);
  const signatures = header("webhook-signature")
    .split(" ")
    .filter((signature) => signature.startsWith("v1,"))
    .flatMap((signature) => fromBase64(signature.slice(3)) ?? []);
  // A valid signature proves that the API wrote the body.
  return {
    signed,
    signatures,
    parse: () => JSON.parse(new TextDecoder().decode(content)) as WebhookEvent,
  };
}

/**
 * Rejects a time that differs from now by more than the contract allows.
 * @param timestamp in seconds since 1970
 */
function checkTime(timestamp: number): void {
  const age = Date.now() / 1000 - timestamp;
  const limit = `${webhookTolerance / 60} minutes`;
  if (Number.isNaN(age))
    throw new WebhookVerificationError(
      "The webhook-timestamp of the delivery is not a number of seconds.",
    );
  if (age > webhookTolerance)
    throw new WebhookVerificationError(
      `The delivery was signed more than ${limit} ago. It is a repetition of an old one, or the clock of this machine is fast.`,
    );
  if (age < -webhookTolerance)
    throw new WebhookVerificationError(
      `The delivery has a time more than ${limit} in the future. Check the clock of this machine.`,
    );
}

/**
 * Returns the bytes of each secret, `whsec_…`.
 * @throws TypeError for an invalid secret
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

/** The algorithm of signatures. */
export const hmac = { name: "HMAC", hash: "SHA-256" };

/** Encodes a text in UTF-8. */
export const bytesOf = (text: string): Uint8Array =>
  new TextEncoder().encode(text);

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/**
 * Returns a function that reads a header. A header must not be repeated, as only one value was
 * signed.
 */
function headerOf(headers: DeliveryHeaders): (name: string) => string {
  // No `instanceof`: a library may have its own class Headers.
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
    // Node and fetch join the values of a repeated header by a comma and a space.
    if (values.length > 1 || value.includes(", "))
      throw new WebhookVerificationError(
        `The delivery has more than one ${name}.`,
      );
    return value;
  };
}
