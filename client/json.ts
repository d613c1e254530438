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

/** The error in a body of the API: `{ "error": { "code": …, "message": … } }`. */
export function errorIn(body: unknown): { code: string; message: string } | undefined {
  if (!isRecord(body) || !isRecord(body["error"])) return undefined;
  const { code, message } = body["error"];
  return typeof code === "string" ? { code, message: String(message ?? "") } : undefined;
}
