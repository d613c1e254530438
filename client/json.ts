/** JSON, or the text itself when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Any value of JSON as text. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);

/** What the body of an error says. A 403 has scopes. */
interface ErrorFields {
  code: string;
  message: string;
  details: Record<string, unknown>[];
  required_scope?: unknown;
  granted_scopes?: unknown;
}

/** The error in a body of the API: `{ "error": { "code": …, "message": …, "details": … } }`. */
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
