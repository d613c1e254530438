// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.

/** True when a success is no page and has no envelope. */
export const hasBare = false;

/** True when errors have codes. */
export const hasErrorCodes = true;

/** False when a client may have no credential. */
export const needsKey = true;

/** The operations that take no credential, e.g. `POST /token`. */
export const openOperations: readonly string[] = [];

/** True when the credential is sent encoded, so that it may have characters beyond ASCII. */
export const isEncoded = false;

/** Returns an address and its headers with the credential, which is in the header authorization. */
export const signed = (
  url: string,
  credential: string,
): { url: string; headers: Record<string, string> } => ({ url, headers: { "authorization": "Bearer " + credential } });

/** The body of a request. */
export type Payload = string;

export const contractVersion = "1.3.2";

/** The prefix of every path. */
export const pathPrefix = "/v1";

/** The allowed difference between the time of a delivery and the receiver's clock, in seconds. */
export const webhookTolerance = 300;

/** The window of the rate limit, in seconds. */
export const rateLimitWindow = 60;

/** The limits of a request: bytes, and by operation the elements of a batch. */
export const batchLimits = {
  "bytes": 262144,
  "batchContacts": {
    "contacts": 100
  }
} as const;

/** Error code → status. */
export const errorStatuses = {
  "malformed_request": 400,
  "invalid_json": 400,
  "missing_parameter": 400,
  "unauthorized": 401,
  "forbidden": 403,
  "workspace_suspended": 403,
  "origin_not_allowed": 403,
  "not_found": 404,
  "path_not_found": 404,
  "method_not_allowed": 405,
  "request_timeout": 408,
  "conflict": 409,
  "request_in_progress": 409,
  "precondition_failed": 412,
  "payload_too_large": 413,
  "unsupported_media_type": 415,
  "validation_error": 422,
  "rate_limited": 429,
  "headers_too_large": 431,
  "internal_error": 500,
  "not_implemented": 501,
  "service_unavailable": 503
} as const;

/** The statuses of the errors that every operation declares. */
export const commonErrors: readonly number[] = [
  400,
  401,
  403,
  408,
  422,
  429,
  431,
  500,
  503
];
