import express, { type RequestHandler } from "express";
import type { IncomingMessage } from "node:http";
import { limits } from "../../generated/catalogue.ts";
import { ApiError } from "../contract/api-error.ts";
import { hasDuplicateName } from "../contract/duplicate-name.ts";
import { hasBody } from "../contract/has-body.ts";

/**
 * Reads a JSON body: 415 for other media types, 413 over the contract's limit, 400 invalid_json, also when a member is
 * there twice.
 * The Content-Type that goes on is one constant, as the validator caches by it and never forgets.
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
    const takesBody = Boolean(request.openapi?.schema.requestBody);
    const sent = hasBody(request);
    if (takesBody && sent && !isJson(headers["content-type"])) {
      return next(new ApiError("unsupported_media_type", {}));
    }
    if (takesBody) headers["content-type"] = "application/json";
    else delete headers["content-type"];
    if (takesBody && !sent) request.body = {}; // so that each missing member is named
    if (!takesBody || !sent) return next();
    read(request, response, (error?: unknown) => {
      if (error !== undefined) {
        if (!request.destroyed) next(toApiError(error)); // else the client has gone away
        return;
      }
      try {
        request.body = parse(request.body as string | undefined);
        next();
      } catch (error) {
        next(error);
      }
    });
  };
}

/** The value of a body; an empty one has no members. */
function parse(text = ""): unknown {
  if (text === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ApiError("invalid_json", {}, {}, { cause });
  }
  if (hasDuplicateName(text)) throw new ApiError("invalid_json", {});
  return value;
}

function isJson(contentType = ""): boolean {
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  return type === "application/json" && (charset === undefined || charset.replaceAll('"', "") === "utf-8");
}

/** Refuses what is not UTF-8. Chunks without a byte are no body, just as a length of 0 is none. */
function inspect({ headers }: IncomingMessage, _response: unknown, body: Buffer): void {
  if (body.length === 0) delete headers["transfer-encoding"];
  new TextDecoder("utf-8", { fatal: true }).decode(body);
}

/** What express.json throws, by its `type` (body-parser). */
function toApiError(error: unknown): unknown {
  const type = error instanceof Error && "type" in error ? error.type : undefined;
  if (type === "entity.too.large") return new ApiError("payload_too_large", {}, {}, { cause: error });
  if (type === "encoding.unsupported")
    return new ApiError("unsupported_media_type", {}, {}, { cause: error });
  if (type === "entity.verify.failed") return new ApiError("invalid_json", {}, {}, { cause: error });
  return error;
}
