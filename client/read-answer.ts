import { errorStatuses } from "../generated/calls.ts";
import type { ErrorBody, ErrorCode } from "./errors/api-error.ts";
import { errorOf } from "./errors/error-of.ts";
import { UnexpectedAnswerError } from "./errors/unexpected-answer-error.ts";
import type { Received } from "./send.ts";

/** A body of a success: an object, or a page of a list. */
export type SuccessBody = { data: object; has_more?: unknown };

/**
 * The body of a success of the contract.
 * @throws ApiError, UnexpectedAnswerError for what is neither a success nor an error of the contract
 */
export function readAnswer({ request, response, text, show }: Received): SuccessBody {
  const { status, ok, headers } = response;
  const success = ok ? parse(text) : undefined;
  if (isSuccessBody(success)) return success;
  const header = (name: string) => show(headers.get(name) ?? "") || undefined;
  const { method, url } = request;
  const answer = { method, url, status, requestId: header("X-Request-Id") };
  const body = parse(show(text));
  if (isErrorBody(body) && errorStatuses[body.error.code] === status)
    throw errorOf(body, { ...answer, status });
  const what = text === "" ? "no body" : `a body of type ${header("Content-Type") ?? "unknown"}`;
  throw new UnexpectedAnswerError(what, answer);
}

/** JSON, or undefined for every other text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the contract's successes have in common; the server holds the rest of its answers against the contract. */
const isSuccessBody = (body: unknown): body is SuccessBody => isRecord(body) && isRecord(body["data"]);

/** Likewise for errors: a code that the contract knows, a message, and details that are a list of faults. */
function isErrorBody(body: unknown): body is ErrorBody {
  if (!isRecord(body) || !isRecord(body["error"])) return false;
  const { code, message, details = [] } = body["error"];
  return (
    isErrorCode(code) && typeof message === "string" && Array.isArray(details) && details.every(isDetail)
  );
}

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === "string" && Object.hasOwn(errorStatuses, code);

const isDetail = (detail: unknown) =>
  isRecord(detail) && Array.isArray(detail["path"]) && typeof detail["message"] === "string";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
