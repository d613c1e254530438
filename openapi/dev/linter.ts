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
  stop: () => void;
}

/** Starts lint in a process of its own, in a folder that has the `redocly.yaml`. */
export function createLinter(cwd: string): Linter {
  const file = fileURLToPath(new URL("lint-process.ts", import.meta.url));
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const child = fork(file, {
    cwd,
    env,
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const lint = async () => {
    child.send("lint");
    const [verdict] = (await once(child, "message")) as [Verdict];
    return verdict;
  };
  return { lint, stop: () => child.kill() };
}
