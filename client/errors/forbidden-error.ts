import { ApiError } from "./api-error.ts";

/** 403: the key lacks the scope in `body.error.required_scope`. */
export class ForbiddenError extends ApiError<"forbidden"> {
  override readonly name = "ForbiddenError";
}
