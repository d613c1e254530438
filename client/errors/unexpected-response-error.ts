import { CallError, type CallInfo } from "./call-error.ts";

/** The response is none that a method returns: a redirect, a 304, or a body of another form. A proxy may have sent it. */
export class UnexpectedResponseError extends CallError {
  override readonly name = "UnexpectedResponseError";
  override readonly code = "unexpected_response";
  /** Even a 200 may not be a response of the API. */
  declare readonly status: number;

  /** A call without a body is one whose body is too large to read. */
  constructor(call: CallInfo & { status: number }) {
    super(call, `returned ${call.status} with ${describe(call)}, which no method returns.`);
  }
}

function describe({ headers, body }: CallInfo): string {
  const location = headers?.get("Location");
  if (location) return `a redirect to ${location.split("?")[0]} (check the baseUrl)`;
  if (body === undefined) return "a body that is too large";
  return body === "" ? "no body" : `a body of another form (${headers?.get("Content-Type") ?? "no type"})`;
}
