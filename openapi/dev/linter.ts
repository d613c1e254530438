import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The result of lint. */
export interface Verdict {
  clean: boolean;
  output: string;
}

/** Lint that is loaded already. One run at a time. */
export interface Linter {
  lint: () => Promise<Verdict>;
  /** Ends the process. The next run starts one, which loads the rules as they are then. */
  stop: () => void;
}

/** Starts lint in a process of its own, in a folder that has the `redocly.yaml`. */
export function createLinter(cwd: string): Linter {
  const file = fileURLToPath(new URL("lint-process.ts", import.meta.url));
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const start = () =>
    fork(file, { cwd, env, execArgv: ["--import", "tsx"], stdio: ["ignore", "ignore", "ignore", "ipc"] });
  let child = start();
  const lint = async () => {
    if (!child.connected || child.killed) child = start();
    const ended = once(child, "exit").then(() => [{ clean: false, output: "Lint ended without a result." }]);
    child.send("lint");
    const [verdict] = (await Promise.race([once(child, "message"), ended])) as [Verdict];
    return verdict;
  };
  return { lint, stop: () => child.kill() };
}
