import type { Actor } from "../auth/audit.ts";
import type { Encryption } from "../auth/encryption.ts";
import type { Store } from "../store/store.ts";
import { readArguments, type Options, usageOf, type Values } from "./arguments.ts";

/** One command of the operator's command line. */
export interface Command {
  /** The arguments after the command's name, e.g. `--workspace NAME`. */
  usage: string;
  /** One line for the overview. */
  summary: string;
  /**
   * Reads the arguments, and returns the function that runs the command.
   * @throws Error when the arguments are wrong; the function throws one when the store has no such resource
   */
  prepare: (args: string[]) => Run;
}

type Run = (store: Store, session: Session) => Promise<unknown>;

/** A command with its options, and with the names of its arguments that have none. */
export function command<O extends Options>({
  summary,
  positionals = [],
  options,
  prepare,
}: {
  summary: string;
  positionals?: string[];
  options: O;
  prepare: (values: Values<O>, ...positionals: string[]) => Run;
}): Command {
  return {
    usage: usageOf(options, positionals),
    summary,
    prepare: (args) => {
      const given = readArguments(args, options, positionals);
      return prepare(given.values, ...given.positionals);
    },
  };
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

/**
 * A text that a terminal shows as it is. Characters that control a terminal or turn the direction of a text, as somebody's
 * data may hold them, are written as JSON writes them, e.g. `\u001b`; only line breaks stay.
 */
export const printable = (text: string): string =>
  text.replace(
    /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
