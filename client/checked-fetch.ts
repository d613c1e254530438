import { errors } from "../generated/catalogue.ts";
import {
  ApiError,
  ConnectionError,
  UnexpectedAnswerError,
  type ErrorBody,
  type ErrorCode,
} from "./errors.ts";

/** Sends a request, as `fetch` does. */
export type Fetch = (request: Request) => Promise<Response>;

/**
 * A fetch that gives nothing but successes of the contract and throws the rest as ApiError, UnexpectedAnswerError
 * or ConnectionError. The key is removed from what these show, even when a server sends it back.
 */
export function checkedFetch(fetch: Fetch, apiKey: string): Fetch {
  // What is shorter is no key but a placeholder, which may be a part of any word.
  const hideKey = (text: string) => (apiKey.length < 16 ? text : text.replaceAll(apiKey, "[apiKey]"));
  return async (request) => {
    const call = { method: request.method, url: hideKey(request.url) };
    const { response, text } = await send(fetch, request).catch((cause: unknown) => {
      throw new ConnectionError(call, cause);
    });
    if (response.ok && isSuccessBody(parse(text))) return new Response(text, response);
    const header = (name: string) => hideKey(response.headers.get(name) ?? "") || undefined;
    const answer = { ...call, status: response.status, requestId: header("X-Request-Id") };
    const body = parse(hideKey(text));
    if (isErrorBody(body)) {
      const { status } = errors[body.error.code];
      if (status === answer.status) throw new ApiError(body, { ...answer, status });
    }
    const what = text === "" ? "no body" : `a body of type ${header("Content-Type") ?? "unknown"}`;
    throw new UnexpectedAnswerError(what, answer);
  };
}

async function send(fetch: Fetch, request: Request): Promise<{ response: Response; text: string }> {
  const response = await fetch(request);
  return { response, text: await response.text() };
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
const isSuccessBody = (body: unknown) => isRecord(body) && isRecord(body["data"]);

/** Likewise for errors: a code that the contract knows, a message, and details that are a list of faults. */
function isErrorBody(body: unknown): body is ErrorBody {
  if (!isRecord(body) || !isRecord(body["error"])) return false;
  const { code, message, details = [] } = body["error"];
  return (
    isErrorCode(code) && typeof message === "string" && Array.isArray(details) && details.every(isDetail)
  );
}

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === "string" && Object.hasOwn(errors, code);

const isDetail = (detail: unknown) =>
  isRecord(detail) && Array.isArray(detail["path"]) && typeof detail["message"] === "string";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
