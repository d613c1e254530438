import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What is done with a contract. */
export type Task = "lint" | "generate";

export interface Answer {
  /** Undefined when it could not be done. */
  ok: boolean | undefined;
  /** What is wrong, for a person. */
  output: string;
  /** The generated files: name and content. */
  files: [name: string, content: string][];
}

/** Lint or the generator, loaded already. */
export interface Checker {
  /** Checks the contract of a folder after those before it, and none that is not wanted any more. */
  ask: (folder: string, isWanted: () => boolean) => Promise<Answer | undefined>;
  /** Ends the process. The next contract starts one, which loads the rules as they are then. */
  stop: () => void;
}

/** Starts a task in a process of its own, so that this one can always serve, and lint need not wait for the generator. */
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
  const answerTo = (folder: string) =>
    new Promise<Answer>((done) => {
      if (!child.connected || child.killed) child = start();
      const output = `The process that checks the contract ended in "${task}".`;
      const ended = () => done({ ok: undefined, output, files: [] });
      child.once("exit", ended);
      child.once("message", (answer: Answer) => {
        child.off("exit", ended);
        done(answer);
      });
      child.send(folder);
    });
  const ask: Checker["ask"] = async (folder, isWanted) => {
    const answer = last.then(async () =>
      isWanted() ? answerTo(folder) : undefined,
    );
    last = answer;
    return answer;
  };
  return { ask, stop: () => child.kill() };
}
