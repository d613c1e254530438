import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The task of a check process. */
export type Task = "lint" | "generate";

/** The result of a task. */
export interface CheckResult {
  /** Undefined when the task could not run. */
  ok: boolean | undefined;
  /** The problems, for a person. */
  output: string;
  /** The generated files: name and content. */
  files: [name: string, content: string][];
}

/** Runs lint or the generator in a process that has loaded it. */
export interface Checker {
  /**
   * Checks the contract of a folder, after earlier requests.
   * @returns undefined when the result is not wanted any more
   */
  check: (
    folder: string,
    isWanted: () => boolean,
  ) => Promise<CheckResult | undefined>;
  /**
   * Ends the process, and resolves when it has ended. The next contract starts a new one, which
   * loads the changed rules.
   */
  stop: () => Promise<void>;
}

/**
 * Starts a task in a process of its own: this process can always serve, and lint does not wait for
 * the generator.
 */
export function createChecker(task: Task): Checker {
  const start = () => {
    const file = fileURLToPath(new URL("check-process.ts", import.meta.url));
    return fork(file, [task], {
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
  };
  let child = start();
  let last: Promise<unknown> = Promise.resolve();
  const run = (folder: string) =>
    new Promise<CheckResult>((done) => {
      if (!child.connected || child.killed) child = start();
      const output = `The process that checks the contract ended in "${task}".`;
      const ended = () => done({ ok: undefined, output, files: [] });
      child.once("exit", ended);
      child.once("message", (result: CheckResult) => {
        child.off("exit", ended);
        done(result);
      });
      child.send(folder);
    });
  const check: Checker["check"] = async (folder, isWanted) => {
    const result = last.then(async () =>
      isWanted() ? run(folder) : undefined,
    );
    last = result;
    return result;
  };
  const stop = async () => {
    const ending = child;
    if (ending.exitCode !== null || ending.signalCode !== null) return;
    ending.kill();
    await once(ending, "exit");
  };
  return { check, stop };
}
