import express, { type RequestHandler } from "express";
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { MIMEType } from "node:util";
import { limits } from "../../generated/constants.ts";
import { ApiError, invalid, nameInError } from "../contract/api-error.ts";
import { duplicateName, hasBody } from "../contract/unseen-errors.ts";

/**
 * Reads a JSON body: 415 for other media types, 413 over the contract's limit, 400 invalid_json,
 * 422 when an object has a field twice (D-31). The Content-Type is replaced by one constant, as the
 * validator keeps a compiled schema for each one.
 */
export function jsonBody(): RequestHandler {
  const read = express.text({
    type: () => true,
    limit: limits.bodyBytes,
    inflate: false,
    verify: inspect,
  });
  return function jsonBody(request, response, next) {
    const { headers } = request;
    const takesBody = request.operation?.takesBody === true;
    const sent = hasBody(request);
    if (takesBody && sent && !isJson(headers["content-type"])) {
      return next(new ApiError("unsupported_media_type", {}));
    }
    if (takesBody) headers["content-type"] = "application/json";
    else delete headers["content-type"];
    if (takesBody && !sent) request.body = {}; // so that each missing field is reported
    if (!takesBody || !sent) return next();
    // Clients that send their body at once get the response after it, as many read only then.
    if (waitsFor100(request)) {
      if (isTooLarge(request))
        return next(new ApiError("payload_too_large", {}));
      response.writeContinue();
    }
    read(request, response, (error?: unknown) => {
      if (error !== undefined) {
        if (!request.destroyed) next(toApiError(error)); // otherwise the client has disconnected
        return;
      }
      // The body was cut off, and listen.ts responds.
      if (!request.complete) return;
      try {
        request.body = parse(request.body as string | undefined);
        next();
      } catch (error) {
        next(error);
      }
    });
  };
}

/** Returns whether a client sends its body only after a 100 (RFC 9110, section 10.1.1). */
const waitsFor100 = ({
  headers: { expect = "" },
  httpVersion,
}: IncomingMessage) =>
  httpVersion === "1.1" && /(^|\W)100-continue(\W|$)/i.test(expect);

/** Returns whether a request declares a body over the contract's limit. */
const isTooLarge = ({ headers }: IncomingMessage) =>
  Number(headers["content-length"]) > limits.bodyBytes;

/** The value of a body; an empty body has no fields. */
function parse(text = ""): unknown {
  if (text === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ApiError("invalid_json", {}, {}, { cause });
  }
  const twice = duplicateName(text);
  if (twice === undefined) return value;
  const name = nameInError(twice);
  throw invalid([], "repeated", {
    es: `el campo "${name}" está repetido`,
    en: `the field "${name}" is repeated`,
  });
}

/**
 * Returns whether a Content-Type, as browsers read it, is JSON in UTF-8, which is also called
 * `utf8` (WHATWG Encoding).
 */
function isJson(contentType = ""): boolean {
  if (contentType === "application/json") return true;
  try {
    const { essence, params } = new MIMEType(contentType);
    const { encoding } = new TextDecoder(params.get("charset") ?? "utf-8");
    return essence === "application/json" && encoding === "utf-8";
  } catch {
    return false; // neither reads what it does not know
  }
}

/**
 * Refuses a body that is not UTF-8. A chunked body without a byte counts as no body, as a length of
 * 0 does.
 */
function inspect(
  { headers }: IncomingMessage,
  _response: unknown,
  body: Buffer,
): void {
  if (body.length === 0) delete headers["transfer-encoding"];
  if (!isUtf8(body)) throw new Error("The body is not UTF-8.");
}

/** Translates an error of body-parser by its `type`. */
function toApiError(error: unknown): unknown {
  const type =
    error instanceof Error && "type" in error ? error.type : undefined;
  if (type === "entity.too.large")
    return new ApiError("payload_too_large", {}, {}, { cause: error });
  if (type === "encoding.unsupported")
    return new ApiError("unsupported_media_type", {}, {}, { cause: error });
  if (type === "entity.verify.failed")
    return new ApiError("invalid_json", {}, {}, { cause: error });
  return error;
}
