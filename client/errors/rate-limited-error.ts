import { ApiError } from "./api-error.ts";

/** 429: the window is used up, and waiting for the next would take longer than `totalTimeout`. */
export class RateLimitedError extends ApiError<"rate_limited"> {
  override readonly name = "RateLimitedError";
}
