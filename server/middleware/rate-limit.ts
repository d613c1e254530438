import type { RequestHandler } from "express";
import { isIPv6 } from "node:net";
import { limits, type commonHeaders } from "../../generated/catalogue.ts";
import { ApiError } from "../contract/api-error.ts";
import type { Limiter, Window } from "../limiter/limiter.ts";

/** Counts the request against its key or session, or against the client's address when it has none: 429 over the limit. */
export function rateLimit(limiter: Limiter): RequestHandler {
  return async function rateLimit(request, response, next) {
    const { key, session } = response.locals;
    const window = await limiter.consume((key ?? session)?.id ?? clientOf(request.ip));
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

/** The subject of requests without a key or a session: the client's address, or the /64 network of an IPv6 address. */
export function clientOf(ip = ""): string {
  return isIPv6(ip) && !ip.startsWith("::ffff:") ? `ip:${network64(ip)}` : `ip:${ip}`;
}

function network64(ip: string): string {
  const [head = "", tail] = ip.split("::");
  const front = head.split(":").filter(Boolean);
  const back = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  return [...front, ...Array<string>(zeros).fill("0"), ...back].slice(0, 4).join(":");
}

/** 429 until the window ends. */
export function rateLimited({ resetIn }: Window): ApiError<"rate_limited"> {
  return new ApiError("rate_limited", {}, { "Retry-After": String(Math.max(1, Math.ceil(resetIn / 1000))) });
}
