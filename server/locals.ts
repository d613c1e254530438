import type { ApiError } from "./contract/api-error.ts";
import type { ApiKey } from "./keys/find-key.ts";
import type { UnavailableReason } from "./store/faults.ts";

declare global {
  // Express's types are extended by merging into this namespace.
  namespace Express {
    interface Request {
      /** Set by express-openapi-validator once it has found the operation. */
      openapi?: {
        pathParams: Record<string, string>;
        openApiRoute: string;
        schema: { operationId?: string; requestBody?: object };
      };
    }
    interface Locals {
      /** The request's id in the log and in X-Request-Id. */
      requestId: string;
      /** The values of the query, checked and converted, with the contract's defaults. */
      query: Record<string, unknown>;
      /** The request's API key, when it is known and not revoked. */
      key?: ApiKey;
      /** Why there is no key: a 401, or an error of the store. */
      keyFault?: unknown;
      /** Why the store could not be used for the request. */
      unavailable?: UnavailableReason;
      /** Why there is no operation: 404 or 405. */
      unrouted?: ApiError;
    }
  }
}
