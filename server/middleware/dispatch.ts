import type { RequestHandler } from "express";
import type { OperationId } from "../../generated/operations.ts";
import type { Input } from "../contract/operation.ts";
import { operationOf } from "../contract/operation-of.ts";
import type { Handler, Routes } from "../handler.ts";
import type { Store } from "../store/store.ts";

/** Runs the operation's handler and sends its answer; the one place that sends a success. */
export function dispatch(routes: Routes, store: Store): RequestHandler {
  return async function dispatch(request, response) {
    const { key } = response.locals;
    if (!key) throw new Error("The request has no key.");
    // The validator has checked query, path and body against the operation, which TypeScript cannot see.
    const handler = routes[operationOf(request)] as Handler<OperationId>;
    const { query, body: sent, openapi } = request;
    const input = { query, path: openapi?.pathParams, body: sent } as unknown as Input<OperationId>;
    const { status, headers, body } = await handler(input, { store, workspaceId: key.workspaceId });
    response.status(status).set(headers).type("application/json").json(body);
  };
}
