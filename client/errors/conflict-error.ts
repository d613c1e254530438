import { ApiError } from "./api-error.ts";

/** 409: the workspace has a contact with this email, `body.error.contact_id`. */
export class ConflictError extends ApiError<"conflict"> {
  override readonly name = "ConflictError";
}
