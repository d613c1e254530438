import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** The reference server, started anew when the contract has changed. */
export interface ApiServer {
  restart: () => Promise<string>;
  stop: () => Promise<void>;
}

/**
 * Keeps one server in a folder of this repository. What it prints at its start is what the person needs; after it
 * `report` gets one line for each request and each error.
 */
export function createApiServer(cwd: string, report: (line: string) => void): ApiServer {
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
    for (const stream of [started.stdout, started.stderr])
      createInterface(stream).on("line", (line) => {
        const text = inBrief(line);
        if (text !== undefined) report(text);
      });
    return ready;
  };
  return { restart, stop };
}

/** A line of the log as a person reads it. Undefined for information about the process, and for other text. */
function inBrief(line: string): string | undefined {
  if (!line.startsWith("{")) return undefined;
  const entry = JSON.parse(line) as Record<string, unknown>;
  const { method, path, status, milliseconds, level, msg, err } = entry;
  if (method !== undefined)
    return `${String(method)} ${String(path)} ${String(status)} ${String(milliseconds)} ms`;
  const reason = (err as { message?: string } | undefined)?.message;
  return Number(level) > 30 ? [msg, reason].filter(Boolean).join(": ") : undefined;
}
