import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** What is done with the contract of a folder. */
export interface Task {
  task: "lint" | "generate";
  folder: string;
}

export interface Answer {
  ok: boolean;
  /** What is wrong, for a person. */
  output: string;
  /** The generated files: name and content. */
  files: [name: string, content: string][];
}

/** Lint and the generator, loaded already. */
export interface Checker {
  /** Does a task after those before it, and none that is not wanted any more. */
  ask: (task: Task["task"], folder: string, isWanted: () => boolean) => Promise<Answer | undefined>;
  /** Ends the process. The next task starts one, which loads the rules as they are then. */
  stop: () => void;
}

/** Starts both in a process of their own, so that this one can always serve. */
export function createChecker(): Checker {
  const start = () => {
    const file = fileURLToPath(new URL("check-process.ts", import.meta.url));
    return fork(file, { execArgv: ["--import", "tsx"], stdio: ["ignore", "ignore", "ignore", "ipc"] });
  };
  let child = start();
  let last: Promise<unknown> = Promise.resolve();
  const answerTo = async (task: Task): Promise<Answer> => {
    if (!child.connected || child.killed) child = start();
    const waiting = new AbortController();
    const message = once(child, "message", waiting) as Promise<[Answer]>;
    const ended = once(child, "exit", waiting).then((): [Answer] => [
      { ok: false, output: `The process that checks the contract ended in "${task.task}".`, files: [] },
    ]);
    child.send(task);
    const [answer] = await Promise.race([message, ended]);
    waiting.abort();
    void Promise.allSettled([message, ended]);
    return answer;
  };
  const ask: Checker["ask"] = async (task, folder, isWanted) => {
    const answer = last.then(async () => (isWanted() ? answerTo({ task, folder }) : undefined));
    last = answer;
    return answer;
  };
  return { ask, stop: () => child.kill() };
}
