import { pino, type DestinationStream, type Logger } from "pino";

/**
 * JSON lines, by default on standard output. Keys and passwords are removed, and request bodies are never logged.
 */
export function createLog(
  level = "info",
  destination: DestinationStream = standardOutput(),
): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: [
      "authorization",
      "*.authorization",
      "headers",
      "*.headers",
      "key.secret",
      "*.password",
    ],
    serializers: { err: describe },
  };
  return pino(options, destination);
}

/** Writes 4 kB at once, as a write for each line costs as much as a small query; the rest when the process ends. */
const standardOutput = () =>
  pino.destination({
    dest: 1,
    sync: false,
    minLength: 4096,
    periodicFlush: 100 /* milliseconds */,
  });

/** A database error carries the values of its statement, so only these fields are logged. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  const errors = "errors" in error ? error.errors : undefined;
  return {
    name,
    message,
    code,
    errors,
    stack,
    ...(cause === undefined ? {} : { cause: describe(cause) }),
  };
}
