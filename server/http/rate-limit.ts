import type { RequestHandler } from "express";
import { type commonHeaders, limits } from "../../generated/constants.ts";
import { ApiError } from "../contract/api-error.ts";
import { addressOf, clientOf } from "../limits/client-address.ts";
import type { Limiter, Window } from "../limits/limiter.ts";

/**
 * Counts the request for its caller; or for the client's address, when the request has no caller, or
 * many clients share the secret. Responds 429 over the limit.
 */
export function rateLimit(limiter: Limiter): RequestHandler {
  return async function rateLimit(request, response, next) {
    const { caller } = response.locals;
    const isCounted = caller !== undefined && !caller.isShared;
    const window = await limiter.consume(
      isCounted ? caller.id : clientOf(addressOf(request)),
    );
    for (const [name, value] of Object.entries(rateLimitHeaders(window)))
      response.setHeader(name, value);
    next(window.allowed ? undefined : rateLimited(window));
  };
}

type RateLimitHeader = Extract<
  (typeof commonHeaders)[number],
  `${string}RateLimit${string}`
>;

const policy = `"requests";q=${limits.requestsPerWindow};w=${limits.windowSeconds}`;

/**
 * Returns the rate-limit headers of a response. `X-RateLimit-Reset` is in Unix epoch seconds, and `t`
 * in seconds from now (D-27).
 */
export function rateLimitHeaders({
  remaining,
  resetIn,
}: Window): Record<RateLimitHeader, string> {
  return {
    "X-RateLimit-Limit": String(limits.requestsPerWindow),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(Math.ceil((Date.now() + resetIn) / 1000)),
    RateLimit: `"requests";r=${remaining};t=${Math.ceil(resetIn / 1000)}`,
    "RateLimit-Policy": policy,
  };
}

/** Returns the error 429, with the time until the window ends. */
export function rateLimited({ resetIn }: Window): ApiError<"rate_limited"> {
  return new ApiError(
    "rate_limited",
    {},
    { "Retry-After": String(Math.max(1, Math.ceil(resetIn / 1000))) },
  );
}
