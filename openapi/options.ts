import { parseArgs, type ParseArgsConfig } from "node:util";

/**
 * The options of this command, from its command line. `--help` prints the help and ends the process with 0. What the command
 * does not know ends it with 1, before it has done anything.
 */
export function readOptions<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  help: string,
  options: Options,
) {
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    console.log(help.trimEnd());
    process.exit(0);
  }
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    const [reason = ""] = String(error instanceof Error ? error.message : error).split(". ");
    console.error(`${reason}.\n\n${help.trimEnd()}`);
    process.exit(1);
  }
}

/** Runs a program. What stops it is told without a stack, and ends the process with 1. */
export async function runProgram(main: () => void | Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
