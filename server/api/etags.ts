import { hash } from "node:crypto";
import { ApiError } from "../contract/api-error.ts";

/** The validator of what a read of an object returns (D-44): a strong one, as it is made of that alone. */
export const etagOf = (read: object): string => `"${hash("sha256", JSON.stringify(read), "base64url")}"`;

/** The state that a request wants to change. */
export interface Precondition {
  "If-Match"?: string;
}

/** Whether a list of validators, or `*`, names one of them. `If-None-Match` takes weak ones too (RFC 9110, section 13.1). */
export const names = (list: string, etag: string): boolean =>
  list === "*" || list.match(/(W\/)?"[^"]*"/g)?.includes(etag) === true;

/**
 * Holds what is stored, once it is locked, against the request's `If-Match`.
 * @throws ApiError 412 when it is not what the request names
 */
export function requireMatch({ "If-Match": ifMatch }: Precondition, read: object): void {
  if (ifMatch === undefined) return;
  const etag = etagOf(read);
  if (!names(ifMatch, etag)) throw new ApiError("precondition_failed", {}, { ETag: etag });
}
