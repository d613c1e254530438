import { hash } from "node:crypto";
import { ApiError } from "../contract/api-error.ts";

/**
 * Makes the ETag of an object (D-44) from the object as a read returns it. The ETag is strong,
 * because it depends on this object alone.
 */
const etagOf = (read: object): string =>
  `"${hash("sha256", JSON.stringify(read), "base64url")}"`;

/**
 * The response to a read or a change of an object.
 * @param read the object as a read returns it, where `data` is not the same
 */
export const objectResponse = <Data extends object>(
  data: Data,
  read: object = data,
) => ({
  status: 200 as const,
  headers: { ETag: etagOf(read) },
  body: { data },
});

/**
 * The response to the creation of an object, which can be read at the path.
 * @param read the object as a read returns it, where `data` is not the same
 */
export const created = <Data extends { id: string }>(
  path: string,
  data: Data,
  read: object = data,
) => ({
  status: 201 as const,
  headers: { Location: path.replace("{id}", data.id), ETag: etagOf(read) },
  body: { data },
});

/** The header that names the state of an object which a request wants to change. */
export interface Precondition {
  "If-Match"?: string;
}

/** The entity tags of a list (RFC 9110, section 5.6.1). */
const tagsOf = (list: string): string[] => list.match(/(W\/)?"[^"]*"/g) ?? [];

/**
 * Suffixes that proxies add to a tag when they compress: Apache and Caddy `-gzip`, Jetty `--gzip`.
 */
const compression = /--?(gzip|br|zstd|deflate)"$/;

/**
 * A tag as the API sent it, before a proxy that compresses made it weak or added the name of the
 * encoding.
 */
const sentTag = (tag: string): string =>
  tag.replace(/^W\//, "").replace(compression, '"');

/**
 * Returns whether the client that sent this `If-None-Match` has the response with this tag (RFC
 * 9110, section 13.1.2).
 */
export const hasCurrent = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch === "*" ||
  tagsOf(ifNoneMatch).some((tag) => sentTag(tag) === etag);

/**
 * Compares an object, which is locked, with the `If-Match` of a request, which names a version or
 * an ETag. A weak tag never matches (RFC 9110, section 13.1.1).
 * @param read the object as a read returns it
 * @param before the object as a read returned it before an unfinished request of this kind
 * @throws ApiError 412 when the object is in another state than the request names
 */
export function requireMatch(
  { "If-Match": ifMatch }: Precondition,
  read: { version?: string },
  before: object = read,
): void {
  if (ifMatch === undefined || ifMatch === "*") return;
  const { version } = read;
  const etag = etagOf(read);
  const fitting = [`"${version}"`, etag, etagOf(before)];
  if (tagsOf(ifMatch).some((tag) => fitting.includes(tag))) return;
  throw new ApiError(
    "precondition_failed",
    version === undefined ? {} : { current_version: version },
    { ETag: etag },
  );
}
