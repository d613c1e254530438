import { hash } from "node:crypto";
import { ApiError } from "../contract/api-error.ts";

/** The validator of what a read of an object returns (D-44): a strong one, as it is made of that alone. */
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

/** Whether a list of validators, or `*`, names one of them. `If-None-Match` takes weak ones too (RFC 9110, section 13.1). */
export const includesETag = (list: string, etag: string): boolean =>
  list === "*" || list.match(/(W\/)?"[^"]*"/g)?.includes(etag) === true;

/**
 * Holds what is stored, once it is locked, against the request's `If-Match`.
 * @throws ApiError 412 when it is not what the request names
 */
export function requireMatch(
  { "If-Match": ifMatch }: Precondition,
  read: object,
): void {
  if (ifMatch === undefined) return;
  const etag = etagOf(read);
  if (!includesETag(ifMatch, etag))
    throw new ApiError("precondition_failed", {}, { ETag: etag });
}
