import { pino, type DestinationStream, type Logger } from "pino";
import { codeOf } from "../store/errors.ts";

/**
 * Creates the log: JSON lines, by default on standard output. Keys, passwords and emails are removed,
 * and request bodies are never logged.
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
    hooks: { streamWrite: withoutSecrets },
  };
  return pino(options, destination);
}

/**
 * Writes 4 kB at once, as a write for each line costs as much as a small query; the rest when the
 * process ends.
 */
const standardOutput = () =>
  pino.destination({
    dest: 1,
    sync: false,
    minLength: 4096,
    periodicFlush: 100 /* milliseconds */,
  });

/** Standard output, to which each line is written at once. */
export const unbuffered = () => pino.destination({ dest: 1, sync: true });

/**
 * Removes the secrets of this API and emails from a line. No field is meant to have one, but the
 * message of an error may quote the request of a caller.
 */
function withoutSecrets(line: string): string {
  const mayHaveOne =
    line.includes("@") || line.includes("contacts_") || line.includes("whsec_");
  if (!mayHaveOne) return line;
  return line.replaceAll(secret, "[secret]").replaceAll(email, "[email]");
}

const secret = /contacts_(?:live|public|visitor|signing)_\w+|whsec_[\w+/=-]+/g;
/**
 * A name, `@`, and a domain with a dot. A slash ends the name, as paths of packages have `/@` in
 * them.
 */
const email =
  /[^\s"'<>()[\]{}/\\:,;=@]{1,64}@[^\s"'<>()[\]{}/\\:,;=@]+\.[^\s"'<>()[\]{}/\\:,;=@]+/g;

/** Describes an error by some of its fields: the others of a database error have the values of its statement. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  const errors = "errors" in error ? error.errors : undefined;
  const shown = quotesValue(error) ? withoutQuoted : (text = "") => text;
  return {
    name,
    message: shown(message),
    code,
    errors,
    stack: shown(stack),
    ...(cause === undefined ? {} : { cause: describe(cause) }),
  };
}

/**
 * Returns whether an error is one of PostgreSQL's data exceptions, class 22, whose messages quote a
 * value.
 */
const quotesValue = (error: Error): boolean =>
  "severity" in error && codeOf(error).startsWith("22");

const withoutQuoted = (text = ""): string => text.replaceAll(/"[^"]*"/g, '"…"');
