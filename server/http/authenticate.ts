import type { RequestHandler, Response } from "express";
import { operations } from "../../generated/operations.ts";
import { type Caller, keyIdOf } from "../auth/caller.ts";
import { missingScope } from "../auth/find-key.ts";
import { createUseNotes } from "../auth/last-use.ts";
import type { OwnerOf, Scheme, Schemes } from "../auth/schemes.ts";
import { ApiError, unauthorized } from "../contract/api-error.ts";
import { operationOf } from "../contract/operation.ts";
import { addressOf, clientOf } from "../limits/client-address.ts";
import type { Store } from "../store/store.ts";
import { createGuard } from "./brute-force-guard.ts";

/**
 * Finds the caller by a secret of one security scheme; undefined when the secret belongs to nobody.
 */
type Identify = (
  secret: string,
  client: () => string,
) => Promise<Caller | undefined>;

const schemeNames = [
  ...new Set(Object.values(operations).map(({ scheme }) => scheme)),
];

/**
 * Finds the caller by the secret in a request: of the security scheme that its operation requires,
 * or of any where there is no operation. Keeps an error for `requireAuthentication`: first the rate
 * limit counts the request, and sets the headers of every response.
 */
export function authenticate(store: Store, schemes: Schemes): RequestHandler {
  const limitGuesses = createGuard();
  const identifyBy = <Name extends Scheme>(scheme: Name): Identify => {
    const { finder, isShared } = schemes[scheme];
    const find = limitGuesses<OwnerOf[Name]>(scheme, finder);
    return async (secret, client) => {
      const owner = await find(secret, client);
      return owner && callerOf(scheme, owner, isShared);
    };
  };
  const identify = new Map(
    schemeNames.map((scheme) => [scheme, identifyBy(scheme)]),
  );
  const noteUse = createUseNotes(store);
  return async function authenticate(request, response, next) {
    const { authorization } = request.headers;
    const secret = /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    const { operation } = request;
    const accepted = operation
      ? [operations[operation.id].scheme]
      : schemeNames;
    const client = () => clientOf(addressOf(request));
    try {
      if (secret !== undefined)
        for (const scheme of accepted)
          response.locals.caller ??= await identify.get(scheme)?.(
            secret,
            client,
          );
      const { caller } = response.locals;
      if (caller) noteUse(caller.workspaceId, keyIdOf(caller));
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

function callerOf(
  scheme: Scheme,
  owner: OwnerOf[Scheme],
  isShared: boolean,
): Caller {
  const { id, hash, workspaceId, isSuspended } = owner;
  const scopes = "scopes" in owner ? owner.scopes : [];
  return {
    scheme,
    id,
    hash,
    workspaceId,
    isSuspended,
    isShared,
    scopes,
    owner,
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
 * Finds the caller again, as the body may have arrived late, and the request may have waited for
 * its slot: 401 when its secret has been revoked or erased, or has ended, 403 when the workspace
 * has been suspended.
 */
export function reauthenticate(schemes: Schemes): RequestHandler {
  return async function reauthenticate(_request, response, next) {
    const { caller } = response.locals;
    if (caller) {
      const { scheme, hash, isShared } = caller;
      const owner = await schemes[scheme].findAgain(hash);
      if (!owner) throw unauthorized({ secretWasSent: true });
      response.locals.caller = callerOf(scheme, owner, isShared);
    }
    refuseSuspended(response);
    // A request whose client has gone ends here: its use of the rate limit was given back.
    if (!response.closed) next();
  };
}

/** @throws ApiError 403 */
function refuseSuspended({ locals: { caller } }: Response): void {
  if (!caller?.isSuspended) return;
  throw new ApiError(
    "workspace_suspended",
    {},
    { "WWW-Authenticate": 'Bearer realm="api"' },
  );
}

/**
 * 403 unless the key has the scopes that the operation requires, if it requires any (RFC 6750,
 * section 3.1).
 */
export function requireScopes(): RequestHandler {
  return function requireScopes(request, response, next) {
    const scopes = response.locals.caller?.scopes ?? [];
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
export const workspaceOf = ({
  locals: { caller },
}: Response): string | undefined => caller?.workspaceId;
