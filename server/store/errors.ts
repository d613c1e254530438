import { codeOf } from "./error-reason.ts";

/**
 * Why the store cannot be used for now → the SQLSTATEs (appendix A of PostgreSQL's manual) and codes of sockets; then messages
 * of pg, Kysely and the pool, which have no code. The first that fits holds.
 */
const reasons = {
  disk: [/^53100$/],
  read_only: [/^25006$/],
  connections: [/^53300$/, /timeout exceeded when trying to connect/],
  timeout: [/^(57014|55P03|25P03)$/, /Query read timeout/],
  /** With another transaction, or with a migration. */
  conflict: [/^(40001|40P01)$/, /cached plan must not change result type/],
  resources: [/^53/],
  unreachable: [
    /^(08|57P)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT)$/,
    /timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|driver has already been destroyed|after calling end on the pool/,
  ],
} satisfies Record<string, [code: RegExp, message?: RegExp]>;

export type UnavailableReason = keyof typeof reasons;
export const unavailableReasons = Object.keys(reasons) as UnavailableReason[];

/** PostgreSQL has ended the session, or itself, e.g. as its journal cannot be written. */
const severities = new Set<unknown>(["FATAL", "PANIC"]);

/** Why the store cannot be used; undefined when the error is a mistake of ours. */
export function unavailableReason(error: unknown): UnavailableReason | undefined {
  if (!(error instanceof Error)) return undefined;
  const fits = ([code, message]: [code: RegExp, message?: RegExp]) =>
    code.test(codeOf(error)) || message?.test(error.message);
  const hasEnded = "severity" in error && severities.has(error.severity);
  return unavailableReasons.find((reason) => fits(reasons[reason])) ?? (hasEnded ? "unreachable" : undefined);
}

/** Whether an insert failed because another row has a value that must be unique. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === "23505";

/** Whether a transaction was undone as it and another one waited for each other. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === "40P01";

/**
 * Why a statement wrote nothing. `duplicate`: another row has a value that must be unique. `outdated`: what was read
 * for it before is not so any more.
 */
export type Conflict = "duplicate" | "outdated";

/** Whether a statement failed for this reason, as it called `raise_conflict` of the database. */
export const isConflict = (error: unknown, reason: Conflict): boolean =>
  error instanceof Error && codeOf(error) === "CA001" && error.message === reason;
