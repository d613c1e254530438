import type { Request } from "express";
import { operations, type OperationId } from "../../generated/operations.ts";

/**
 * The operation that `findOperation` found for this request.
 * @throws Error when it found none: call it only after `requireOperation`.
 */
export function operationOf(request: Request): OperationId {
  const id = request.openapi?.schema.operationId;
  if (id === undefined || !Object.hasOwn(operations, id)) throw new Error("The request has no operation.");
  return id;
}
