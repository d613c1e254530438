import { fork } from "node:child_process";
import { once } from "node:events";
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
  const answerTo = async (folder: string): Promise<Answer> => {
    if (!child.connected || child.killed) child = start();
    const waiting = new AbortController();
    const message = once(child, "message", waiting) as Promise<[Answer]>;
    const ended = once(child, "exit", waiting).then((): [Answer] => [
      { ok: undefined, output: `The process that checks the contract ended in "${task}".`, files: [] },
    ]);
    child.send(folder);
    const [answer] = await Promise.race([message, ended]);
    waiting.abort();
    void Promise.allSettled([message, ended]);
    return answer;
  };
  const ask: Checker["ask"] = async (folder, isWanted) => {
    const answer = last.then(async () => (isWanted() ? answerTo(folder) : undefined));
    last = answer;
    return answer;
  };
  return { ask, stop: () => child.kill() };
}
