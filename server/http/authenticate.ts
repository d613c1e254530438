import type { RequestHandler, Response } from "express";
import { operations, type OperationId } from "../../generated/operations.ts";
import { unauthorized } from "../contract/api-error.ts";
import { createKeyFinder } from "../auth/find-key.ts";
import { createSessionFinder, createTokenFinder } from "../auth/find-visitor.ts";
import { createUseNotes } from "../auth/last-use.ts";
import { addressOf, clientOf } from "../limits/client-address.ts";
import type { Store } from "../store/store.ts";
import { limitGuesses } from "./brute-force-guard.ts";

/** Whom a secret belongs to, as `response.locals` has it; undefined when nobody. */
type Find = (secret: string, client: () => string) => Promise<Partial<Response["locals"]> | undefined>;

/**
 * Finds whose secret the request was sent with: of the security scheme that its operation requires, of an API key where
 * there is no operation. A fault is only kept here, so that the rate limit counts the request and every response has its
 * headers; `requireCaller` raises it.
 */
export function identify(store: Store): RequestHandler {
  const findKey = limitGuesses("apiKey", createKeyFinder(store));
  const findToken = limitGuesses("messengerPublicToken", createTokenFinder(store));
  const findSession = limitGuesses("messengerVisitor", createSessionFinder(store));
  const noteUse = createUseNotes(store);
  const finders: Record<(typeof operations)[OperationId]["scheme"], Find> = {
    apiKey: async (secret, client) => {
      const key = await findKey(secret, client);
      if (key) noteUse(key.id);
      return key && { key };
    },
    messengerPublicToken: async (secret, client) => {
      const token = await findToken(secret, client);
      return token && { token };
    },
    messengerVisitor: async (secret, client) => {
      const session = await findSession(secret, client);
      return session && { session };
    },
  };
  return async function identify(request, response, next) {
    const { authorization } = request.headers;
    const secret = /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    const id = request.openapi?.schema.operationId;
    const find = finders[id === undefined ? "apiKey" : operations[id].scheme];
    try {
      const caller =
        secret === undefined ? undefined : await find(secret, () => clientOf(addressOf(request)));
      if (caller) Object.assign(response.locals, caller);
      else response.locals.authError = unauthorized({ secretWasSent: authorization !== undefined });
    } catch (error) {
      response.locals.authError = error;
    }
    next();
  };
}

/** 401 without a known caller; the response is the same for every reason (RFC 6750, section 3). */
export function requireCaller(): RequestHandler {
  return function requireCaller(_request, response, next) {
    next(response.locals.authError);
  };
}
