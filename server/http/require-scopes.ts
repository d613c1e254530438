import type { RequestHandler } from "express";
import { ApiError } from "../contract/api-error.ts";
import { operationOf } from "../contract/operation-of.ts";
import { missingScope } from "../auth/missing-scope.ts";

/** 403 unless the key has the scopes that the operation requires, if it requires any (RFC 6750, section 3.1). */
export function requireScopes(): RequestHandler {
  return function requireScopes(request, response, next) {
    const held = response.locals.key?.scopes ?? [];
    const missing = missingScope(operationOf(request), held);
    next(missing === undefined ? undefined : forbidden(missing, held));
  };
}

function forbidden(scope: string, held: string[]): ApiError<"forbidden"> {
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
  return new ApiError(
    "forbidden",
    { required_scope: scope, granted_scopes: held },
    { "WWW-Authenticate": challenge },
  );
}
