/**
 * The reason why the store cannot be used for now → the SQLSTATEs (appendix A of PostgreSQL's
 * manual) and codes of sockets; then messages of pg, Kysely and the pool, which have no code. The
 * first that fits holds.
 */
const reasons = {
  disk: [/^53100$/],
  read_only: [/^25006$/],
  connections: [/^53300$/, /timeout exceeded when trying to connect/],
  timeout: [/^(57014|55P03|25P03)$/, /Query read timeout/],
  /** A conflict with other transactions, again and again, or with a migration. */
  conflict: [/^(40001|40P01)$/],
  resources: [/^5[38]/],
  unreachable: [
    /^(08|57P)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT)$/,
    /timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|driver has already been destroyed|after calling end on the pool/,
  ],
} satisfies Record<string, [code: RegExp, message?: RegExp]>;

export type UnavailableReason = keyof typeof reasons;
export const unavailableReasons = Object.keys(reasons) as UnavailableReason[];

/** PostgreSQL has ended the session, or itself, e.g. as its journal cannot be written. */
const severities = new Set<unknown>(["FATAL", "PANIC"]);

/** Returns why the store cannot be used; undefined when the error is a mistake of ours. */
export function unavailableReason(
  error: unknown,
): UnavailableReason | undefined {
  if (!(error instanceof Error)) return undefined;
  const fits = ([code, message]: [code: RegExp, message?: RegExp]) =>
    code.test(codeOf(error)) || message?.test(error.message);
  if (isOutdatedPlan(error)) return "conflict";
  const hasEnded = "severity" in error && severities.has(error.severity);
  return (
    unavailableReasons.find((reason) => fits(reasons[reason])) ??
    (hasEnded ? "unreachable" : undefined)
  );
}

/**
 * Returns whether a migration has changed the type of a column that a prepared statement returns:
 * PostgreSQL then refuses its name. The message may be in any language.
 */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error &&
  "routine" in error &&
  error.routine === "RevalidateCachedQuery";

/** Returns whether an insert failed because another row has a value that must be unique. */
export const isUniqueViolation = (error: unknown): boolean =>
  codeOf(error) === "23505";

/** Returns whether PostgreSQL refused a statement because an earlier one of its transaction failed. */
export const isAfterFailure = (error: unknown): boolean =>
  codeOf(error) === "25P02";

/** Returns whether a transaction was undone as it and another one waited for each other. */
export const isDeadlock = (error: unknown): boolean =>
  codeOf(error) === "40P01";

/**
 * Returns the code of an error of the database or the operating system, e.g. `23505` or
 * `ECONNRESET`; an empty text without one.
 */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";

/**
 * Says in one line why something failed: the message and the code of the database or the operating
 * system, e.g. `permission denied for schema public (42501)`. It holds no statement, no values and
 * no password.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0)
    return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return reasonOfObject(error);
  const code = codeOf(error);
  const words =
    error.message.replaceAll(/\s+/g, " ").trim() || "no reason was given";
  return code === "" || words.includes(code) ? words : `${words} (${code})`;
}

/** The errors of files by their numbers in WebAssembly, which PGlite throws. */
const fileErrors: Record<number, string> = {
  2: "this user may not use one of its files (EACCES)",
  19: "the quota of this user on the disk is used up (EDQUOT)",
  22: "a file would be larger than this process may write (EFBIG)",
  51: "no space is left on the disk (ENOSPC)",
};

/** PGlite throws objects that are no errors. */
function reasonOfObject(thrown: unknown): string {
  const isNumbered =
    typeof thrown === "object" && thrown !== null && "errno" in thrown;
  const reason = isNumbered ? fileErrors[Number(thrown.errno)] : undefined;
  return reason ?? JSON.stringify(thrown);
}
