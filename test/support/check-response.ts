import { expect } from "vitest";
import { operationsOf, type Operation } from "../../openapi/model/contract.ts";
import { responseErrors, type HttpResponse } from "./response-errors.ts";
import { contract } from "./at.ts";
import { noteShown } from "./declared.ts";
import { patternOf } from "./operation.ts";

/**
 * Holds a response against the contract: status, headers, media type, body and invariants. The response to HEAD is that
 * to GET without a body.
 */
export function checkResponse(method: string, path: string, response: HttpResponse): void {
  const operation = findOperation(method === "HEAD" ? "GET" : method, path);
  const responses = operation?.responses ?? unroutedResponses;
  const errors = responseErrors(responses, method, response);
  expect(errors, `${method} ${path} → ${response.status}: ${JSON.stringify(response.body)}`).toEqual([]);
  noteShown(operation?.operationId ?? "no operation", responses[response.status], response);
}

const { responses: common } = contract.components;

/** Responses before routing can also come on a path that has no operation. */
const unroutedResponses = {
  401: common.Unauthorized,
  429: common.RateLimited,
  500: common.InternalError,
  503: common.ServiceUnavailable,
  ...contract["x-unrouted-responses"],
};

const operations = operationsOf(contract).map((located) => ({
  ...located,
  pattern: patternOf(located.path),
}));

function findOperation(method: string, path: string): Operation | undefined {
  const [pathname = ""] = path.split("?");
  // A path that cannot be decoded is none of the API's.
  if (/%(?![\da-f]{2})|%ff/i.test(pathname)) return undefined;
  // `/v1/contacts/batch` is not `/v1/contacts/{id}`.
  const named = operations.filter((candidate) => candidate.path === pathname);
  const fitting = named.length > 0 ? named : operations.filter(({ pattern }) => pattern.test(pathname));
  return fitting.find((candidate) => candidate.method.toUpperCase() === method)?.operation;
}
