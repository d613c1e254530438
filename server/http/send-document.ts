import type { RequestHandler } from "express";
import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/**
 * Anybody may read the documents, so the page of any website may: an editor loads the contract by
 * its address.
 */
export const publicHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Cache-Control": "no-cache", // a cache may keep it, and revalidates it before each use
  "X-Content-Type-Options": "nosniff",
};

/**
 * The end of a file's name → its media type, where the usual table is wrong or does not say the
 * encoding.
 */
export const mediaTypes: Record<string, string> = {
  ".yaml": "application/yaml; charset=utf-8",
  ".ts": "text/plain; charset=utf-8", // the usual table says that it is a video
  ".md": "text/markdown; charset=utf-8",
  ".atom": "application/atom+xml; charset=utf-8",
  ".linkset":
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  "": "text/plain; charset=utf-8",
};

/** The encodings that we write, the best one first. */
const encodings = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
    }),
  gzip: (content: Buffer) => promisify(gzip)(content),
};
type Encoding = keyof typeof encodings;

/**
 * Sends a document whole, or 304 to a client that has it already (RFC 9110, section 13.1.2). It is
 * compressed once, when the first client asks for that encoding; a document that has another
 * encoding already is sent as it is.
 */
export function sendDocument(
  extension: string,
  content: Buffer,
  headers = {},
  status = 200,
): RequestHandler {
  const tag = hash("sha256", content);
  const isCompressed = [".tgz", ".gz", ".whl", ".jar"].includes(extension);
  const offered = isCompressed ? [] : (Object.keys(encodings) as Encoding[]);
  const compressed = new Map<Encoding, Promise<Buffer>>();
  const contentIn = (encoding: Encoding) => {
    const compressing =
      compressed.get(encoding) ?? encodings[encoding](content);
    compressed.set(encoding, compressing);
    return compressing;
  };
  return async (request, response) => {
    const accepted = request.acceptsEncodings([...offered, "identity"]);
    const encoding = offered.find((each) => each === accepted);
    if (offered.length > 0) response.vary("Accept-Encoding");
    response
      .status(status)
      .type(mediaTypes[extension] ?? extension)
      .set({
        ...publicHeaders,
        ...headers,
        ETag: `"${tag}${encoding === undefined ? "" : `-${encoding}`}"`,
        ...(encoding === undefined ? {} : { "Content-Encoding": encoding }),
      });
    response.send(encoding === undefined ? content : await contentIn(encoding));
  };
}

/** Leaves the route to clients that prefer another form. `Accept: any type` gets the other form. */
export const preferring =
  (form: "html" | "markdown"): RequestHandler =>
  (request, response, next) => {
    response.vary("Accept");
    const other = form === "html" ? "json" : "html";
    next(request.accepts([other, form]) === form ? undefined : "route");
  };

/** Other requests continue to the API. */
export const forBrowsers = preferring("html");
