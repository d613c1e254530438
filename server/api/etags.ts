import { hash } from "node:crypto";
import { ApiError } from "../contract/api-error.ts";

/**
 * The validator of what a read of an object returns (D-44): a strong one, as it is made of that
 * alone.
 */
const etagOf = (read: object): string =>
  `"${hash("sha256", JSON.stringify(read), "base64url")}"`;

/**
 * The response to a read or a change of an object.
 * @param read what a read of it returns, if that is more
 */
export const objectResponse = <Data extends object>(
  data: Data,
  read: object = data,
) => ({
  status: 200 as const,
  headers: { ETag: etagOf(read) },
  body: { data },
});

/** The response to the creation of an object, which can be read at the path. */
export const created = <Data extends { id: string }>(
  path: string,
  data: Data,
  read: object = data,
) => ({
  status: 201 as const,
  headers: { Location: path.replace("{id}", data.id), ETag: etagOf(read) },
  body: { data },
});

/** The state that a request wants to change. */
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
 * Holds what is stored, once it is locked, against the request's `If-Match`, which names a version
 * or the ETag of a read. A weak tag is neither (RFC 9110, section 13.1.1).
 * @param read what a read of the object returns
 * @throws ApiError 412 when it is not what the request names
 */
export function requireMatch(
  { "If-Match": ifMatch }: Precondition,
  read: { version?: string },
): void {
  if (ifMatch === undefined || ifMatch === "*") return;
  const { version } = read;
  const etag = etagOf(read);
  const tags = tagsOf(ifMatch);
  if (tags.includes(`"${version}"`) || tags.includes(etag)) return;
  throw new ApiError(
    "precondition_failed",
    version === undefined ? {} : { current_version: version },
    { ETag: etag },
  );
}
