import { pino, type DestinationStream, type Logger } from "pino";

/** JSON lines on standard output. Keys, passwords and request bodies have no place in a log. */
export function createLog(level = "info", destination: DestinationStream = pino.destination(1)): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ["authorization", "*.authorization", "headers", "*.headers", "key.secret", "*.password"],
    serializers: { err: describe },
  };
  return pino(options, destination);
}

/** A database error carries the values of its statement, so only these members are logged. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  const faults = "errors" in error ? error.errors : undefined;
  return { name, message, code, faults, stack, ...(cause === undefined ? {} : { cause: describe(cause) }) };
}
