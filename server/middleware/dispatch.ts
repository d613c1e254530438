import type { RequestHandler } from "express";
import { operations, type OperationId } from "../../generated/operations.ts";
import type { Input } from "../contract/operation.ts";
import { answer } from "./answer.ts";
import { operationOf } from "../contract/operation-of.ts";
import type { Context, Handler, Routes } from "../handler.ts";

/** Runs the operation's handler and sends its answer; the one place that sends a success. */
export function dispatch(
  routes: Routes,
  parts: Pick<Context, "store" | "cipher" | "localWebhooks">,
): RequestHandler {
  return async function dispatch(request, response) {
    const { key } = response.locals;
    if (!key) throw new Error("The request has no key.");
    // The validator has checked query, path and body against the operation, which TypeScript cannot see.
    const operation = operationOf(request);
    const handler = routes[operation] as Handler<OperationId>;
    const header = Object.fromEntries(operations[operation].headers.map((name) => [name, request.get(name)]));
    const { query, body: sent, openapi } = request;
    const input = { query, path: openapi?.pathParams, header, body: sent } as unknown as Input<OperationId>;
    const { workspaceId, id: apiKeyId } = key;
    const context = { ...parts, workspaceId, apiKeyId, requestPath: request.path };
    const { status, headers, body } = await handler(input, context);
    answer(response, status, headers, body);
  };
}
