import { ApiError } from "./api-error.ts";

/** 500 and 503: the fault is the server's. Repeating the call later may help. */
export class ServerError extends ApiError<"internal_error" | "service_unavailable"> {
  override readonly name = "ServerError";
}
