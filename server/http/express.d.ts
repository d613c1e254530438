import type { OperationId } from "../../generated/operations.ts";
import type { ApiError } from "../contract/api-error.ts";
import type { MatchedOperation } from "../contract/operation.ts";
import type { HandlerResult } from "../api/handler.ts";
import type { Caller } from "../auth/caller.ts";
import type { UnavailableReason } from "../store/errors.ts";

declare global {
  // Express's types are extended by merging into this namespace.
  namespace Express {
    interface Request {
      /** The operation of the contract, when it has one for the request. */
      operation?: MatchedOperation | undefined;
      /** The decoded values of the path's parameters. */
      pathParams?: Record<string, string>;
    }
    interface Locals {
      /** The request's id in the log and in X-Request-Id. */
      requestId: string;
      /**
       * The path as the contract writes it, e.g. `/v1/books/{id}`, or a fixed path of this server.
       */
      route?: string;
      /** The values of the query, checked and converted, with the contract's defaults. */
      query: Record<string, unknown>;
      /** The sender of the request, when its secret is known and valid. */
      caller?: Caller | undefined;
      /**
       * The names of the deprecated elements of the contract that the request has, before its
       * defaults.
       */
      deprecated?: string[];
      /** The reason why the sender is not known: a 401, or an error of the store. */
      authError?: unknown;
      /** Headers that let a page of another origin read the response. */
      crossOrigin?: Record<string, string>;
      /**
       * The refusal of the request, unless it repeats another, whose response it then gets (D-25).
       */
      refusal?: unknown;
      /** The work of the operation, once it has begun. */
      work?: Promise<HandlerResult<OperationId>>;
      /** The reason why the store could not be used for the request. */
      unavailable?: UnavailableReason;
      /** The 404 or 405 of a request without an operation. */
      unrouted?: ApiError;
    }
  }
}
