import { ApiError } from "./api-error.ts";

/** 400 and 422: `details` lists what is missing or wrong, each with its path. */
export class ValidationError extends ApiError<"missing_parameter" | "validation_error"> {
  override readonly name = "ValidationError";
}
