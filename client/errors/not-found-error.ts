import { ApiError } from "./api-error.ts";

/** 404: this workspace has no such resource. */
export class NotFoundError extends ApiError<"not_found"> {
  override readonly name = "NotFoundError";
}
