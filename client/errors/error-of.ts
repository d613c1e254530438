import { ApiError, type Answer, type ErrorBody, type ErrorCode } from "./api-error.ts";
import { ConflictError } from "./conflict-error.ts";
import { ForbiddenError } from "./forbidden-error.ts";
import { NotFoundError } from "./not-found-error.ts";
import { RateLimitedError } from "./rate-limited-error.ts";
import { ServerError } from "./server-error.ts";
import { UnauthorizedError } from "./unauthorized-error.ts";
import { ValidationError } from "./validation-error.ts";

/** The codes that have a class of their own, as programs act on them. */
const classes: { [Code in ErrorCode]?: new (body: never, answer: never) => ApiError } = {
  unauthorized: UnauthorizedError,
  forbidden: ForbiddenError,
  not_found: NotFoundError,
  conflict: ConflictError,
  missing_parameter: ValidationError,
  validation_error: ValidationError,
  rate_limited: RateLimitedError,
  internal_error: ServerError,
  service_unavailable: ServerError,
};

/** The error that an error body stands for, of the class of its code. */
export function errorOf(body: ErrorBody, answer: Answer): ApiError {
  const Class = classes[body.error.code];
  // The table gives each class the bodies of its own codes, which TypeScript does not follow.
  return Class ? new Class(body as never, answer as never) : new ApiError(body, answer);
}
