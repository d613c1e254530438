import type { Request, RequestHandler, Response } from "express";
import { hash } from "node:crypto";
import { limits } from "../../generated/constants.ts";
import type { CreateMessengerSessionRequest } from "../../generated/types.ts";
import { hasSignature } from "../api/messenger/sessions.ts";
import type { Cipher } from "../auth/encryption.ts";
import type { MessengerToken } from "../auth/find-visitor.ts";
import { rateLimited } from "../http/rate-limit.ts";
import { addressOf, clientOf, networkOf } from "../limits/client-address.ts";
import type { Limit, Limiter, Window } from "../limits/limiter.ts";
import { visitorOf } from "./visitor.ts";

const inMinute = (requests: number): Limit => ({
  requests,
  seconds: limits.windowSeconds,
});
const inHour = (requests: number): Limit => ({
  requests,
  seconds: limits.messengerWindowSeconds,
});

const ofAddress = inMinute(limits.messengerRequestsPerAddress);
const sessions = {
  ofAddress: inHour(limits.messengerSessionsPerAddress),
  ofNetwork: inHour(limits.messengerSessionsPerNetwork),
  ofToken: inHour(limits.messengerSessionsPerToken),
  ofEmail: inHour(limits.messengerSessionsPerEmail),
};
const messages = {
  ofSession: inHour(limits.messengerMessagesPerSession),
  ofNetwork: inHour(limits.messengerMessagesPerNetwork),
  ofToken: inHour(limits.messengerMessagesPerToken),
};

/** A window, and how much it allows. */
type Bound = [subject: string, limit: Limit];

/**
 * 429 when visitors of a website, or strangers with its token, send too much from one address
 * (D-43). Where the website vouches for a visitor by a signature, its address does not count.
 */
export function limitVisitors(
  { consume }: Limiter,
  cipher: Cipher,
): RequestHandler {
  return async function limitVisitors(request, response, next) {
    const { token, session } = visitorOf(response);
    if (!token && !session) return next();
    const email = token && signedEmail(request, token, cipher);
    const isVouched = session?.isVerified ?? email !== undefined;
    if (!isVouched)
      await require(consume, [
        [`visitors:${clientOf(addressOf(request))}`, ofAddress],
      ]);
    next();
  };
}

/**
 * 429 when visitors start too many sessions, or write too many messages (D-43). For a visitor whose
 * email the website has signed, requests of other visitors do not count.
 */
export function limitWrites(
  { consume }: Limiter,
  cipher: Cipher,
): RequestHandler {
  return async function limitWrites(request, response, next) {
    const { token, session } = visitorOf(response);
    if (!token && !session) return next();
    const email = token && signedEmail(request, token, cipher);
    const windows = await require(consume, storedBy(request, response, email));
    response.once(
      "close",
      () => void refundUnless(isStored(response), windows),
    );
    if (response.closed) refund(windows);
    else next();
  };
}

/** Returns the windows of a request by the object that it stores: a session, or a message. */
function storedBy(
  request: Request,
  response: Response,
  email?: string,
): Bound[] {
  const { token, session } = visitorOf(response);
  const address = addressOf(request);
  if (token) {
    if (email !== undefined)
      return [
        [`sessions:${hash("sha256", token.id + email)}`, sessions.ofEmail],
      ];
    return [
      [`sessions:${clientOf(address)}`, sessions.ofAddress],
      [`sessions:${token.id}:${networkOf(address)}`, sessions.ofNetwork],
      [`sessions:${token.id}`, sessions.ofToken],
    ];
  }
  if (!session || request.method !== "POST") return [];
  const ofSession: Bound = [`messages:${session.id}`, messages.ofSession];
  if (session.isVerified) return [ofSession];
  return [
    ofSession,
    [`messages:${session.tokenId}:${networkOf(address)}`, messages.ofNetwork],
    [`messages:${session.tokenId}`, messages.ofToken],
  ];
}

/**
 * The email for which the request has a signature, in small letters, as D-08 compares emails. A
 * wrong signature is none, so that strangers use up nothing of the visitor's; nor is one of a
 * secret that the cached token does not have yet.
 */
function signedEmail(
  { body }: Request,
  token: MessengerToken,
  cipher: Cipher,
): string | undefined {
  const visitor = (body ?? {}) as CreateMessengerSessionRequest;
  return hasSignature(visitor, token, cipher)
    ? visitor.email?.toLowerCase()
    : undefined;
}

/** Counts the request in all these windows, or in none: 429. */
async function require(
  consume: Limiter["consume"],
  bounds: Bound[],
): Promise<Window[]> {
  const windows: Window[] = [];
  for (const [subject, limit] of bounds) {
    const window = await consume(subject, limit);
    windows.push(window);
    if (window.allowed) continue;
    refund(windows);
    throw rateLimited(window);
  }
  return windows;
}

/** Returns whether the request has stored something, and has not only repeated a response. */
async function isStored({ locals: { work } }: Response): Promise<boolean> {
  const done = await work?.catch(() => undefined);
  return done !== undefined && !("isReplay" in done);
}

async function refundUnless(
  condition: Promise<boolean>,
  windows: Window[],
): Promise<void> {
  if (!(await condition)) refund(windows);
}

const refund = (windows: Window[]) =>
  windows.forEach((window) => window.refund?.());
