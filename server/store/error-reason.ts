/** The code that the database or the operating system gives an error, e.g. `23505` or `ECONNRESET`; else an empty text. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/**
 * Why something failed, in one line: the message and the code of the database or the operating system, e.g.
 * `permission denied for schema public (42501)`. It holds no statement, no values and no password.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  const words = error.message.replaceAll(/\s+/g, " ").trim() || "no reason was given";
  return code === "" || words.includes(code) ? words : `${words} (${code})`;
}
