import type { RequestHandler, Response } from "express";
import { type OperationId, operations } from "../../generated/operations.ts";
import { type ApiKey, type Finder, missingScope } from "../auth/find-key.ts";
import {
  createSessionFinder,
  createTokenFinder,
  readSessions,
  readTokens,
} from "../auth/find-visitor.ts";
import { createUseNotes } from "../auth/last-use.ts";
import { ApiError, unauthorized } from "../contract/api-error.ts";
import { operationOf } from "../contract/operation.ts";
import { addressOf, clientOf } from "../limits/client-address.ts";
import type { Store } from "../store/store.ts";
import { createGuard } from "./brute-force-guard.ts";

/** Finds the owner of a secret of one security scheme, and keeps it for the request. */
type Identify = (
  secret: string,
  client: () => string,
  locals: Response["locals"],
) => Promise<void>;

type Scheme = (typeof operations)[OperationId]["scheme"];

/**
 * Finds the owner of the secret in a request: of the security scheme that its operation requires, or of any where there is no
 * operation. Keeps an error for `requireAuthentication`: first the rate limit counts the request, and sets the headers of every
 * response.
 */
export function authenticate(
  store: Store,
  keys: Finder<ApiKey>,
): RequestHandler {
  const limitGuesses = createGuard();
  const findKey = limitGuesses("apiKey", keys);
  const findToken = limitGuesses(
    "messengerPublicToken",
    createTokenFinder(store),
  );
  const findSession = limitGuesses(
    "messengerVisitor",
    createSessionFinder(store),
  );
  const noteUse = createUseNotes(store);
  const schemes: Record<Scheme, Identify> = {
    apiKey: async (secret, client, locals) => {
      locals.key = await findKey(secret, client);
    },
    messengerPublicToken: async (secret, client, locals) => {
      locals.token = await findToken(secret, client);
    },
    messengerVisitor: async (secret, client, locals) => {
      locals.session = await findSession(secret, client);
    },
  };
  return async function authenticate(request, response, next) {
    const { authorization } = request.headers;
    const secret = /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    const { operation } = request;
    const accepted = operation
      ? [schemes[operations[operation.id].scheme]]
      : Object.values(schemes);
    const client = () => clientOf(addressOf(request));
    try {
      if (secret !== undefined)
        for (const identify of accepted)
          await identify(secret, client, response.locals);
      const workspace = workspaceOf(response);
      if (workspace !== undefined) noteUse(workspace, response.locals.key?.id);
      else
        response.locals.authError = unauthorized({
          secretWasSent: authorization !== undefined,
        });
    } catch (error) {
      response.locals.authError = error;
    }
    next();
  };
}

/** 401 without a known caller; the response is the same for every reason (RFC 6750, section 3). */
export function requireAuthentication(): RequestHandler {
  return function requireAuthentication(_request, response, next) {
    next(response.locals.authError);
  };
}

/** 403 when the operator has suspended the workspace (D-47). */
export function requireActiveWorkspace(): RequestHandler {
  return function requireActiveWorkspace(_request, response, next) {
    refuseSuspended(response);
    next();
  };
}

/**
 * Finds the key, token or session again, as the body may have arrived late, and the request may have waited for its slot: 401
 * when it has been revoked or erased, or has ended, 403 when the workspace has been suspended. Reads tokens and sessions anew, as
 * their cache does not learn of a revocation or a change.
 */
export function reauthenticate(
  store: Store,
  keys: Finder<ApiKey>,
): RequestHandler {
  return async function reauthenticate(_request, response, next) {
    const { locals } = response;
    const { key, token, session } = locals;
    if (key) locals.key = orUnauthorized(await keys.find(key.hash));
    if (token)
      locals.token = orUnauthorized((await readTokens(store, [token.hash]))[0]);
    if (session)
      locals.session = orUnauthorized(
        (await readSessions(store, [session.hash]))[0],
      );
    refuseSuspended(response);
    // Nothing is done for a client that has gone: what it used up was given back.
    if (!response.closed) next();
  };
}

/** @throws ApiError 403 */
function refuseSuspended({ locals: { key, token, session } }: Response): void {
  if (!(key ?? token ?? session)?.isSuspended) return;
  throw new ApiError(
    "workspace_suspended",
    {},
    { "WWW-Authenticate": 'Bearer realm="api"' },
  );
}

function orUnauthorized<Found>(found: Found | undefined): Found {
  if (!found) throw unauthorized({ secretWasSent: true });
  return found;
}

/** 403 unless the key has the scopes that the operation requires, if it requires any (RFC 6750, section 3.1). */
export function requireScopes(): RequestHandler {
  return function requireScopes(request, response, next) {
    const scopes = response.locals.key?.scopes ?? [];
    const missing = missingScope(operationOf(request), scopes);
    next(missing === undefined ? undefined : forbidden(missing, scopes));
  };
}

function forbidden(scope: string, scopes: string[]): ApiError<"forbidden"> {
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
  return new ApiError(
    "forbidden",
    { required_scope: scope, granted_scopes: scopes },
    { "WWW-Authenticate": challenge },
  );
}

/** The workspace of the caller; undefined while it is not known. */
export function workspaceOf({
  locals: { key, token, session },
}: Response): string | undefined {
  return (key ?? token ?? session)?.workspaceId;
}
