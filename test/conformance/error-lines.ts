import type { TestResponse } from "../support/call.ts";

/**
 * Describes the error of a response in lines: its status and its code, and then each of its details,
 * for example `name: es obligatorio (required)`.
 */
export function errorLines({
  status,
  body: { error },
}: Pick<TestResponse, "status" | "body">): string[] {
  const details = (error.details ?? []).map(
    ({ path, message, reason }) => `${path.join(".")}: ${message} (${reason})`,
  );
  return [`${status} ${error.code}`, ...details];
}

export const invalid = "422 validation_error";
export const missing = "400 missing_parameter";
