import type { Encryption } from "../encryption/encryption.ts";
import type { Store } from "../store/store.ts";

/** Runs a command on a store; its result is printed. */
export type Act<Result> = (store: Store, encryption: () => Encryption) => Promise<Result>;

/** One command of the operator's command line. */
export interface Command {
  /** What stands after the command's name, e.g. `--workspace NAME`. */
  usage: string;
  /** One line for the overview. */
  summary: string;
  /**
   * Reads the arguments, and returns the function that runs the command. `encryption` throws where there is no key.
   * @throws OperatorError when the arguments are wrong; the function throws one when the store has no such resource
   */
  prepare: (args: string[]) => Act<unknown>;
}

/** A mistake in a command; its message says what to change. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}
