import type { Encryption } from "../encryption/encryption.ts";
import type { Store } from "../store/store.ts";

/** What a command does. */
export type Act<Result> = (store: Store, encryption: () => Encryption) => Promise<Result>;

/** One command of the operator's command line. */
export interface Command {
  /** What stands after the command's name, e.g. `--workspace NAME`. */
  usage: string;
  /** One line for the overview. */
  summary: string;
  /**
   * Reads the arguments, and gives what to do with a store and then print. `encryption` throws where there is no key.
   * @throws OperatorError when the arguments, or later the state, do not allow it.
   */
  prepare: (args: string[]) => Act<unknown>;
}

/** A mistake in what the operator asked for; its message says what to change. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}
