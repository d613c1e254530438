/** Parses JSON. Returns an invalid text unchanged. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns true for an object or a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Returns a text unchanged, and any other value as JSON. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);

/** The fields of an error. Only a 403 has scopes. */
interface ErrorFields {
  code: string;
  message: string;
  details: Record<string, unknown>[];
  required_scope?: unknown;
  granted_scopes?: unknown;
}

/**
 * Returns the error in a body of the API, or undefined: `{ "error": { "code": …, "message": …,
 * "details": … } }`.
 */
export function errorIn(body: unknown): ErrorFields | undefined {
  const error = isRecord(body) && body["error"];
  if (!isRecord(error) || typeof error["code"] !== "string") return undefined;
  const { code, message = "", details } = error;
  return {
    ...error,
    code,
    message: textOf(message),
    details: Array.isArray(details) ? details.filter(isRecord) : [],
  };
}
