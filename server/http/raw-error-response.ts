import { STATUS_CODES, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ApiError, type Language, languages } from "../contract/api-error.ts";
import type { Limiter } from "../limits/limiter.ts";
import { fixedHeaders } from "./respond.ts";
import { clientOf } from "../limits/client-address.ts";
import { rateLimitHeaders } from "./rate-limit.ts";
import { newId } from "../store/ids.ts";

export type RawError =
  | "malformed_request"
  | "headers_too_large"
  | "request_timeout"
  | "not_implemented";

/** Notes a response that the application does not send. */
export type NoteRawError = (fields: {
  requestId: string;
  status: number;
  code: RawError;
}) => void;

/** The time that a client has to read a refusal, in milliseconds. */
const readTime = 2000;

/**
 * Writes an error response by hand, as there may be no response object, notes it for the log, and
 * ends the connection. Reads what the client still sends: otherwise the connection would be reset
 * before the client has read the response.
 * @param broken.response of the broken request, if it has begun to run: when it has been sent in
 *   the meantime, no other is
 * @param broken.language of the message, if the headers have arrived
 */
export async function sendRawError(
  socket: Socket,
  code: RawError,
  limiter: Limiter,
  note: NoteRawError,
  broken: { response?: ServerResponse; language?: Language } = {},
): Promise<void> {
  const { response, language = languages[0] } = broken;
  const error = errorOf(code);
  const body = JSON.stringify(error.body(language));
  const headers = {
    ...rateLimitHeaders(
      await limiter.consume(clientOf(socket.remoteAddress ?? "")),
    ),
    ...fixedHeaders,
    "X-Request-Id": newId("req"),
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
  const closing = setTimeout(() => socket.destroy(), readTime);
  socket.once("close", () => clearTimeout(closing));
  if (!socket.writable) return;
  if (response?.headersSent) return void socket.end();
  note({ requestId: headers["X-Request-Id"], status: error.status, code });
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join("")}\r\n${body}`,
  );
  socket.resume();
}

function errorOf(code: RawError): ApiError {
  if (code !== "malformed_request") return new ApiError(code, {});
  const message = { es: "no es HTTP válido", en: "is not valid HTTP" };
  return new ApiError(code, {
    details: [{ path: [], message, reason: "format" }],
  });
}
