import type { Actor } from "../auth/audit.ts";
import type { Encryption } from "../auth/encryption.ts";
import type { Store } from "../store/store.ts";

/** One command of the operator's command line. */
export interface Command {
  /** The arguments after the command's name, e.g. `--workspace NAME`. */
  usage: string;
  /** One line for the overview. */
  summary: string;
  /**
   * Reads the arguments, and returns the function that runs the command.
   * @throws OperatorError when the arguments are wrong; the function throws one when the store has no such resource
   */
  prepare: (args: string[]) => (store: Store, session: Session) => Promise<unknown>;
}

/** A command that opens by itself what it needs. */
export interface CommandApart {
  usage: string;
  summary: string;
  /** @returns what to print, and the status of the process */
  run: (args: string[], env: NodeJS.ProcessEnv) => Promise<{ text: string; code: number }>;
}

/** Who runs a command, and where. */
export interface Session extends Actor {
  /** Relative paths start here. */
  folder: string;
  /** @throws Error when there is no key */
  encryption: () => Encryption;
}

/** A mistake in a command; its message says what to change, and is printable. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
  constructor(message: string) {
    super(printable(message));
  }
}

/**
 * A text that a terminal shows as it is. Characters that control a terminal or turn the direction of a text, as somebody's
 * data may hold them, are written as JSON writes them, e.g. `\u001b`; only line breaks stay.
 */
export const printable = (text: string): string =>
  text.replace(
    /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
