import { codeOf } from "./error-reason.ts";

/**
 * SQLSTATE classes and codes of faults that pass: connection, resources, operator intervention, read-only, a limit of the
 * session, a conflict.
 */
const sqlStates = /^(08|53|57P|57014|55P03|25P03|25006|40001|40P01)/;
const socketCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENOENT",
]);
/** PostgreSQL has ended the session, or itself, e.g. as its journal cannot be written. */
const severities = new Set(["FATAL", "PANIC"]);
/** Messages of pg, of Kysely and of the pool once the store is closed, and of PostgreSQL after a migration. */
const messages =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed|driver has already been destroyed|after calling end on the pool|cached plan must not change result type/;

/** Why the store cannot be used: its disk is full, it only reads, no connection is left, a time limit, it is down, a conflict. */
export const unavailableReasons = [
  "disk",
  "read_only",
  "connections",
  "timeout",
  "down",
  "conflict",
  "other",
] as const;
export type UnavailableReason = (typeof unavailableReasons)[number];

/** The reason of an error of the store; undefined when the error is a mistake of ours. */
export function unavailableReason(error: unknown): UnavailableReason | undefined {
  if (!(error instanceof Error) || !isUnavailable(error)) return undefined;
  const { message } = error;
  const code = codeOf(error);
  if (code === "53100") return "disk";
  if (code === "25006") return "read_only";
  if (code === "53300" || /timeout exceeded when trying to connect/.test(message)) return "connections";
  if (/^(57014|55P03|25P03)/.test(code) || /timeout/.test(message)) return "timeout";
  if (/^40/.test(code)) return "conflict";
  const isDown =
    /^(08|57P)/.test(code) || socketCodes.has(code) || /[Cc]onnection|Client was closed/.test(message);
  return isDown ? "down" : "other";
}

/** Whether an insert failed because another row has a value that must be unique. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === "23505";

/**
 * Why a statement wrote nothing. `duplicate`: another row has a value that must be unique. `outdated`: what was read
 * for it before is not so any more.
 */
export type Conflict = "duplicate" | "outdated";

/** Whether a statement failed for this reason, as it called `raise_conflict` of the database. */
export const isConflict = (error: unknown, reason: Conflict): boolean =>
  error instanceof Error && codeOf(error) === "CA001" && error.message === reason;

/** Whether the store cannot be reached for now, as opposed to a mistake of ours. Such a request gets a 503. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  const severity = "severity" in error && typeof error.severity === "string" ? error.severity : "";
  return (
    severities.has(severity) || sqlStates.test(code) || socketCodes.has(code) || messages.test(error.message)
  );
}
