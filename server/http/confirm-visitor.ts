import type { RequestHandler } from "express";
import { unauthorized } from "../contract/api-error.ts";
import { readSession, readToken } from "../auth/find-visitor.ts";
import type { Store } from "../store/store.ts";

/**
 * Reads the messenger's token or session again, which may come from the cache: 401 when it has been revoked or erased, or
 * has ended. So a revocation holds at once, and what a session has become since is known.
 */
export function confirmVisitor(store: Store): RequestHandler {
  return async function confirmVisitor(_request, { locals }, next) {
    const { token, session } = locals;
    if (token) locals.token = orUnauthorized(await readToken(store, token.hash));
    if (session) locals.session = orUnauthorized(await readSession(store, session.hash));
    next();
  };
}

function orUnauthorized<Found>(found: Found | undefined): Found {
  if (!found) throw unauthorized({ secretWasSent: true });
  return found;
}
