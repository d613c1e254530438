import { cpSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { command, CommandFailed } from "./command.ts";
import type { Trial } from "./tool.ts";

/** Puts a file of `programs/`, e.g. `go/answers.go`, or all of a folder beside the generated client. */
export function copyProgram(file: string, folder: string): void {
  const from = fileURLToPath(new URL(`programs/${file}`, import.meta.url));
  cpSync(from, file.includes(".") ? join(folder, basename(file)) : folder, { recursive: true });
}

/** Runs a program that asks the questions, and gives what it printed, also when it ended early. */
export async function ask(
  { folder, world }: Trial,
  program: string,
  args: string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const run = basename(folder);
  try {
    return await command(program, args, {
      cwd: folder,
      env: { ...world.env, RUN: run, ...env },
      timeout: 120,
    });
  } catch (error) {
    if (error instanceof CommandFailed) return error.output;
    throw error;
  }
}
