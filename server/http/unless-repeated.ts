import type { RequestHandler } from "express";
import { operations } from "../../generated/operations.ts";
import { operationOf } from "../contract/operation.ts";

const header = "Idempotency-Key";

/**
 * Runs a step that may refuse the request. With an `Idempotency-Key` the refusal is kept: the
 * handler raises it unless the request repeats another, whose response it then gets (D-25).
 */
export function unlessRepeated(step: RequestHandler): RequestHandler {
  return async function unlessRepeated(request, response, next) {
    try {
      await step(request, response, next);
    } catch (error) {
      const { headers } = operations[operationOf(request)];
      const takesKey = headers.some((name) => name === header);
      if (!takesKey || request.get(header) === undefined) throw error;
      response.locals.refusal ??= error;
      next();
    }
  };
}
