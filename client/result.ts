import { commonErrors } from "../generated/calls.ts";
import { isKnownError } from "./api-error.ts";
import { isCallError, type CallError } from "./call-error.ts";
import type { Operation } from "./method-table.ts";
import type { WithResponse } from "./operation.ts";

/**
 * Returns the outcome of a call as a value. An error has a status only when the operation declares
 * it.
 * @throws (rejects) any error that is no CallError, such as an abort
 */
export async function resultOf(
  exchanged: Promise<WithResponse<unknown>>,
  { facts }: Operation,
): Promise<{
  ok: boolean;
  status: number | undefined;
  data?: unknown;
  error?: CallError;
}> {
  try {
    const { data, response } = await exchanged;
    return { ok: true, status: response.status, data };
  } catch (error) {
    if (!isCallError(error)) throw error;
    const { code, status = 0 } = error;
    const declared = [...commonErrors, ...facts.map(Number)];
    // `path_not_found` belongs to no operation.
    const isDeclared =
      isKnownError(code, status) &&
      code !== "path_not_found" &&
      declared.includes(status);
    return { ok: false, status: isDeclared ? status : undefined, error };
  }
}
