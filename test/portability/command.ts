import { execFile } from "node:child_process";

/**
 * Something that is not a fault of the contract or the tool: a program or a registry is missing.
 */
export class Unavailable extends Error {}

export interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Seconds after which it is ended. */
  timeout?: number;
  /** Finds the reason in the output of a program that failed; by default one line. */
  causeIn?: (output: string) => string | undefined;
}

/**
 * Runs a program to its end and returns what it printed on standard output, or on both streams when
 * that is empty.
 * @throws CommandFailed whose message is what `causeIn` finds in the output
 */
export async function command(
  program: string,
  args: string[],
  {
    cwd = ".",
    env = {},
    timeout = 300,
    causeIn = firstCause,
  }: CommandOptions = {},
): Promise<string> {
  const options = {
    cwd,
    env: { ...process.env, ...env },
    timeout: timeout * 1000,
    maxBuffer: Infinity,
  };
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const all = stdout + stderr;
      if (!error) resolve(stdout.trim() === "" ? stderr : stdout);
      else if (error.code === "ENOENT")
        reject(new Unavailable(`no ${program}`));
      else if (error.killed)
        reject(new Error(`${program} was ended after ${timeout} seconds`));
      else
        reject(
          new CommandFailed(
            causeIn(all) ?? `${program} failed and said nothing`,
            all,
          ),
        );
    });
    child.stdin?.end();
  });
}

export class CommandFailed extends Error {
  readonly output: string;
  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

const tellsOfFault =
  /error|^- ST\d+|exception|cannot|refused|invalid|not found|unable|failed|fatal/i;

/** Returns the first line about a fault, or the last line. */
export function firstCause(output: string): string | undefined {
  // Colours of a terminal are left out.
  const lines = output
    .replace(/\x1b\[[0-9;]*m/g, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return (lines.find((line) => tellsOfFault.test(line)) ?? lines.at(-1))?.slice(
    0,
    300,
  );
}
