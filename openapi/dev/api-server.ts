import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Front } from "./front.ts";
import type { Snapshot } from "./snapshot.ts";

/** What the process of a server says: its code is loaded and its contract compiled; it listens. */
export type Answer =
  { state: "ready" } | { state: "serves"; address: string; banner: string };

/** The reference server behind the front. */
export interface ApiServer {
  served: () => Snapshot | undefined;
  /**
   * Serves a snapshot instead of the one before. The signal counts until it takes over.
   * @returns what the server says of itself
   * @throws Error with what it printed when it does not start; the one before then serves on
   */
  replace: (snapshot: Snapshot, signal: AbortSignal) => Promise<string>;
  stop: () => Promise<void>;
}

interface Parts {
  /** The folder of the repository, in which the server has its data. */
  root: string;
  front: Front;
  /** Whether only one server at a time can have the database. */
  isEmbedded: boolean;
  /** Gets one line for each request and each error. */
  report: (line: string) => void;
}

export function createApiServer({
  root,
  front,
  isEmbedded,
  report,
}: Parts): ApiServer {
  let current: { snapshot: Snapshot; process: ApiProcess } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  /** The one that takes over now, which may wait for the database for long. */
  let next: ApiProcess | undefined;
  const start = (snapshot: Snapshot) =>
    startProcess(snapshot.folder, root, report);

  async function serve(
    snapshot: Snapshot,
    process: ApiProcess,
  ): Promise<string> {
    next = process;
    const answer = await process.takeOver(front.address);
    next = undefined;
    const drained = front.use({ address: answer.address, id: snapshot.id });
    const before = current?.process;
    current = { snapshot, process };
    void process.ended.finally(() => {
      if (current?.process !== process || process.isStopped()) return;
      report("ended by itself; the next edit starts it");
      void front.use(undefined);
    });
    await drained;
    await before?.stop();
    return answer.banner;
  }

  /** The embedded database goes from one server to the other, while requests wait. */
  async function takeOver(
    snapshot: Snapshot,
    process: ApiProcess,
  ): Promise<string> {
    const before = current?.snapshot;
    if (!isEmbedded || !before) return serve(snapshot, process);
    await front.hold();
    await current?.process.stop();
    return serve(snapshot, process).catch(async (error: unknown) => {
      const again = start(before);
      await again.ready
        .then(() => serve(before, again))
        .catch(() => front.use(undefined));
      throw error;
    });
  }

  async function replace(
    snapshot: Snapshot,
    signal: AbortSignal,
  ): Promise<string> {
    const process = start(snapshot);
    const kill = () => process.kill();
    signal.addEventListener("abort", kill);
    await process.ready;
    const replacement = last.then(() => {
      signal.throwIfAborted();
      signal.removeEventListener("abort", kill);
      return takeOver(snapshot, process);
    });
    last = replacement.catch(() => undefined);
    return replacement;
  }
  const stop = async () => {
    next?.kill();
    await last;
    await current?.process.stop();
  };
  return { served: () => current?.snapshot, replace, stop };
}

type ApiProcess = ReturnType<typeof startProcess>;

/** How long a server that was replaced has for its end, in milliseconds. */
const grace = 3000;

function startProcess(
  folder: string,
  root: string,
  report: (line: string) => void,
) {
  const env = {
    ...process.env,
    HOST: "127.0.0.1",
    PORT: "0",
    METRICS_PORT: "",
  };
  const file = join(folder, "openapi/dev/api-process.ts");
  const child = fork(file, {
    cwd: root,
    env,
    execArgv: ["--import", "tsx"],
    silent: true,
    detached: true,
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    if (stream)
      createInterface(stream).on("line", (line) => {
        const text = inBrief(line);
        if (text === undefined) printed += `${line}\n`;
        else report(text);
      });
  let isStopped = false;
  const ended = once(child, "close");
  const answer = async () => {
    const failed = ended.then(() => {
      throw new Error(printed.trim() || "The server ended without a message.");
    });
    const [message] = (await Promise.race([
      once(child, "message"),
      failed,
    ])) as [Answer];
    return message;
  };
  const ready = answer();
  const takeOver = async (address: string) => {
    child.send(address);
    const message = await answer();
    if (message.state === "ready")
      throw new Error("The server does not listen.");
    return message;
  };
  const stop = async () => {
    isStopped = true;
    child.kill("SIGTERM");
    const cutOff = setTimeout(() => child.kill("SIGKILL"), grace);
    await ended;
    clearTimeout(cutOff);
  };
  return {
    ready,
    takeOver,
    stop,
    kill: () => child.kill("SIGKILL"),
    ended,
    isStopped: () => isStopped,
  };
}

/** A line of the log as a person reads it. Undefined for information about the process, and for other text. */
function inBrief(line: string): string | undefined {
  if (!line.startsWith("{")) return undefined;
  const entry = JSON.parse(line) as Record<string, unknown>;
  const { method, route, status, milliseconds, level, msg, err } = entry;
  if (method !== undefined)
    return `${String(method)} ${String(route)} ${String(status)} ${String(milliseconds)} ms`;
  const reason = (err as { message?: string } | undefined)?.message;
  return Number(level) > 30
    ? [msg, reason].filter(Boolean).join(": ")
    : undefined;
}
