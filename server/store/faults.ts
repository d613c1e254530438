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
/** Messages of pg, of Kysely once the store is closed, and of PostgreSQL after a migration. */
const messages =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed|driver has already been destroyed|cached plan must not change result type/;

/** Whether the store cannot be reached for now, as opposed to a mistake of ours. Such a request gets a 503. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return sqlStates.test(code) || socketCodes.has(code) || messages.test(error.message);
}
