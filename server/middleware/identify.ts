import type { RequestHandler } from "express";
import { ApiError } from "../contract/api-error.ts";
import { createKeyFinder } from "../keys/find-key.ts";
import { createUseNotes } from "../keys/last-use.ts";
import { limitGuesses } from "./limit-guesses.ts";
import type { Store } from "../store/store.ts";
import { clientOf } from "./rate-limit.ts";

/**
 * Finds the API key of the request. A fault is only kept here, so that the rate limit counts the request and every
 * response has its headers; `requireKey` raises it.
 */
export function identify(store: Store): RequestHandler {
  const findKey = limitGuesses(createKeyFinder(store));
  const noteUse = createUseNotes(store);
  return async function identify(request, response, next) {
    const { authorization } = request.headers;
    const secret = /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    try {
      const key = secret === undefined ? undefined : await findKey(secret, clientOf(request.ip));
      if (key) noteUse(key.id);
      if (key) response.locals.key = key;
      else response.locals.keyFault = unauthorized(authorization !== undefined);
    } catch (error) {
      response.locals.keyFault = error;
    }
    next();
  };
}

/** 401 without a known key; the response is the same for every reason (RFC 6750, section 3). */
export function requireKey(): RequestHandler {
  return function requireKey(_request, response, next) {
    next(response.locals.keyFault);
  };
}

function unauthorized(keyWasSent: boolean): ApiError<"unauthorized"> {
  const challenge = `Bearer realm="api"${keyWasSent ? ', error="invalid_token"' : ""}`;
  return new ApiError("unauthorized", {}, { "WWW-Authenticate": challenge });
}
