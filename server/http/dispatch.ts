import type { RequestHandler } from "express";
import { type OperationId, operations } from "../../generated/operations.ts";
import { hasCurrent } from "../api/etags.ts";
import type { Context, Handler, Routes } from "../api/handler.ts";
import { keyIdOf } from "../auth/caller.ts";
import { languageOf } from "../contract/api-error.ts";
import { type Input, operationOf } from "../contract/operation.ts";
import type { Cause } from "../store/transaction.ts";
import { notModified, type Respond } from "./respond.ts";

/** The result of any handler; the union of their types has no property in common. */
interface AnyDone {
  status: number;
  headers?: Record<string, string>;
  body: object;
  isReplay?: true;
}

/** Runs the operation's handler and sends its response. Every successful response is sent here. */
export function dispatch(
  routes: Routes,
  respond: Respond,
  { store, cipher, log }: Pick<Context, "store" | "cipher" | "log">,
): RequestHandler {
  return async function dispatch(request, response) {
    const { caller } = response.locals;
    if (!caller) throw new Error("It is not known who sent the request.");
    // The validator has checked query, path and body against the operation, which TypeScript cannot
    // see.
    const operation = operationOf(request);
    const handler = routes[operation] as Handler<OperationId>;
    const header = Object.fromEntries(
      operations[operation].headers.map((name) => [name, request.get(name)]),
    );
    const { query, refusal } = response.locals;
    const path = request.pathParams ?? {};
    const input = {
      query,
      path,
      header,
      body: request.body,
    } as unknown as Input<OperationId>;
    const { workspaceId, id: callerId, scopes, owner } = caller;
    const language = () => languageOf(request);
    const ofCaller = { workspaceId, callerId, scopes, owner, language };
    const cause: Cause = {
      id: response.locals.requestId,
      idempotency_key: header["Idempotency-Key"] ?? null,
      api_key_id: keyIdOf(caller) ?? null,
      client_name: header["Client-Name"] ?? null,
    };
    const work = handler(input, {
      store,
      cipher,
      operation,
      log,
      request: cause,
      refusal,
      ...ofCaller,
    });
    response.locals.work = work;
    const { status, headers: own = {}, body, isReplay }: AnyDone = await work;
    const headers = {
      ...own,
      ...(isReplay && { "Idempotent-Replayed": "true" }),
    };
    const had = request.method === "GET" && request.get("If-None-Match");
    const { ETag: etag } = own;
    if (had && etag !== undefined && hasCurrent(had, etag))
      notModified(response, headers);
    else respond(response, status, headers, body, isReplay);
  };
}

/**
 * HEAD is GET without the body (RFC 9110, section 9.3.2); Node leaves the body out. The contract
 * lists only GET.
 */
export function head(): RequestHandler {
  return function head(request, _response, next) {
    if (request.method === "HEAD") request.method = "GET";
    next();
  };
}

/**
 * Sets the headers of a deprecated operation: Deprecation, since when it is so (RFC 9745), and
 * Sunset, the end of its last day (RFC 8594).
 */
export function deprecation(): RequestHandler {
  return function deprecation({ operation }, response, next) {
    const { deprecatedOn, sunset } = operation ?? {};
    if (deprecatedOn !== undefined)
      response.setHeader("Deprecation", `@${Date.parse(deprecatedOn) / 1000}`);
    if (sunset !== undefined) {
      const end = new Date(`${sunset}T23:59:59Z`);
      response.setHeader("Sunset", end.toUTCString());
    }
    next();
  };
}

/** 404 or 405 when the contract has no operation for this request. */
export function requireOperation(): RequestHandler {
  return function requireOperation(_request, response, next) {
    next(response.locals.unrouted);
  };
}
