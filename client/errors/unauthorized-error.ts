import { ApiError } from "./api-error.ts";

/** 401: the key is missing, unknown or revoked. */
export class UnauthorizedError extends ApiError<"unauthorized"> {
  override readonly name = "UnauthorizedError";
}
