import type { RequestHandler } from "express";
import { limits, type commonHeaders } from "../../generated/constants.ts";
import { ApiError } from "../contract/api-error.ts";
import type { Limiter, Window } from "../limits/limiter.ts";
import { addressOf, clientOf } from "../limits/client-address.ts";

/** Counts the request against its key or session, or against the client's address when it has none: 429 over the limit. */
export function rateLimit(limiter: Limiter): RequestHandler {
  return async function rateLimit(request, response, next) {
    const { key, session } = response.locals;
    const window = await limiter.consume((key ?? session)?.id ?? clientOf(addressOf(request)));
    for (const [name, value] of Object.entries(rateLimitHeaders(window))) response.setHeader(name, value);
    next(window.allowed ? undefined : rateLimited(window));
  };
}

type RateLimitHeader = Extract<(typeof commonHeaders)[number], `X-RateLimit-${string}`>;

/** The rate-limit headers of every response; the reset is in Unix epoch seconds (D-27). */
export function rateLimitHeaders({ remaining, resetIn }: Window): Record<RateLimitHeader, string> {
  return {
    "X-RateLimit-Limit": String(limits.requestsPerWindow),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(Math.ceil((Date.now() + resetIn) / 1000)),
  };
}

/** 429 until the window ends. */
export function rateLimited({ resetIn }: Window): ApiError<"rate_limited"> {
  return new ApiError("rate_limited", {}, { "Retry-After": String(Math.max(1, Math.ceil(resetIn / 1000))) });
}
