import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** The reference server, started anew when the contract has changed. */
export interface ApiServer {
  restart: () => Promise<string>;
  stop: () => Promise<void>;
}

/** Keeps one server in a folder of this repository. What it prints at its start is what the person needs. */
export function createApiServer(cwd: string): ApiServer {
  let child: ChildProcess | undefined;
  const stop = async () => {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  };
  /** Gives what it printed until it was ready, or until it ended. */
  const restart = async () => {
    await stop();
    const started = spawn(process.execPath, ["--import", "tsx", "server/main.ts"], { cwd });
    child = started;
    let printed = "";
    const ready = new Promise<string>((done) => {
      started.stdout.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
        if (/^ *Contacts API .*\n/m.test(printed)) done(printed);
      });
      started.stderr.on("data", (chunk: Buffer) => (printed += chunk.toString()));
      started.once("exit", () => done(printed));
    });
    return ready;
  };
  return { restart, stop };
}
