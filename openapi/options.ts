import { parseArgs, type ParseArgsConfig } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;

/**
 * Reads the options of this command from its command line. `--help` prints the help and ends the
 * process with 0. An unknown option ends it with 1.
 */
export function readOptions<const Known extends Options>(
  help: string,
  options: Known,
) {
  return readCommandLine(help, { options }).values;
}

/**
 * Reads the options of this command, and the file of a contract, which may be left out.
 * @param failure the exit code when the command line is wrong
 */
export function readCommand<const Known extends Options>(
  help: string,
  options: Known,
  failure = 1,
) {
  const config = { options, allowPositionals: true } as const;
  const { values, positionals } = readCommandLine(help, config, failure);
  const [file, second]: string[] = positionals;
  if (second !== undefined) {
    console.error(`Give one contract, not also ${second}.`);
    process.exit(failure);
  }
  return { values, file };
}

function readCommandLine<const Config extends ParseArgsConfig>(
  help: string,
  config: Config,
  failure = 1,
) {
  endWithReader();
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    console.log(help.trimEnd());
    process.exit(0);
  }
  try {
    return readArguments({ args, ...config });
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${help.trimEnd()}`);
    process.exit(failure);
  }
}

/**
 * Reads a command line as Node does.
 * @param help the command that prints the help, for the error
 * @throws Error in one sentence, without Node's advice about names that begin with a dash
 */
export function readArguments<const Config extends ParseArgsConfig>(
  config: Config,
  help?: string,
) {
  try {
    return parseArgs(config);
  } catch (error) {
    const reason = `${messageOf(error).split(". ")[0]}.`;
    const see = help === undefined ? "" : ` See: ${help}`;
    throw new Error(reason + see, { cause: error });
  }
}

/** Returns the message of an error. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Ends the process without an error when its output is closed, as by `head`. */
export function endWithReader(): void {
  process.stdout.once("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(process.exitCode ?? 1);
  });
}

/** Runs a program. Prints an error without its stack, and ends the process with 1. */
export async function runProgram(
  main: () => void | Promise<void>,
): Promise<void> {
  endWithReader();
  try {
    await main();
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
