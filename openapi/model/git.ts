import { spawnSync } from "node:child_process";

/** The result of a command of git. */
interface GitResult {
  /** The exit code. */
  status: number | null;
  stdout: Buffer;
}

/** Runs git, in the current folder unless told otherwise. */
export const git = (args: string[], cwd = "."): GitResult =>
  spawnSync("git", args, { cwd, maxBuffer: Infinity });

export const isGitInstalled = (): boolean => git(["--version"]).status === 0;
