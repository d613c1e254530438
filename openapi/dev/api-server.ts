import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Front } from "./front.ts";
import type { Snapshot } from "./snapshot.ts";

/** A message of `server/boot/stand-by.ts`: its code and contract are loaded, or it listens. */
type ServerMessage =
  | {
      state: "ready";
      /** True when only one server at a time can use the database. */
      isEmbedded: boolean;
    }
  | { state: "serves"; address: string; banner: string };

/** The reference server behind the front. */
export interface ApiServer {
  /** Returns the snapshot that is served. */
  served: () => Snapshot | undefined;
  /**
   * Serves a snapshot instead of the last one.
   * @param signal stops the change until the new server takes over
   * @returns the banner of the server
   * @throws Error with the output of a server that does not start; the last one stays
   */
  replace: (snapshot: Snapshot, signal: AbortSignal) => Promise<string>;
  stop: () => Promise<void>;
}

interface ApiServerOptions {
  /** The folder of the repository, which has the data of the server. */
  root: string;
  front: Front;
  /** Receives a line for each request and each error. */
  report: (line: string) => void;
}

/** Creates the server behind the front. It has no process before the first snapshot. */
export function createApiServer({
  root,
  front,
  report,
}: ApiServerOptions): ApiServer {
  let current: { snapshot: Snapshot; process: ApiProcess } | undefined;
  let lastChange: Promise<unknown> = Promise.resolve();
  /** The process that takes over now. It may wait for the database. */
  let next: ApiProcess | undefined;
  const start = (snapshot: Snapshot) =>
    startProcess(snapshot.folder, root, report);

  async function serve(
    snapshot: Snapshot,
    process: ApiProcess,
  ): Promise<string> {
    next = process;
    const message = await process.takeOver(front.address);
    next = undefined;
    const drained = front.use({ address: message.address, id: snapshot.id });
    const before = current?.process;
    current = { snapshot, process };
    void process.ended.finally(() => {
      if (current?.process !== process || process.isStopped()) return;
      report("ended by itself; the next edit starts it");
      void front.use(undefined);
    });
    await drained;
    await before?.stop();
    return message.banner;
  }

  /**
   * Stops the last server before the next one starts, when the database is embedded. Requests wait
   * meanwhile.
   */
  async function takeOver(
    snapshot: Snapshot,
    process: ApiProcess,
  ): Promise<string> {
    const before = current?.snapshot;
    const { isEmbedded } = await process.ready;
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
    const replacement = lastChange.then(() => {
      signal.throwIfAborted();
      signal.removeEventListener("abort", kill);
      return takeOver(snapshot, process);
    });
    lastChange = replacement.catch(() => undefined);
    return replacement;
  }
  const stop = async () => {
    next?.kill();
    await lastChange;
    await current?.process.stop();
  };
  return { served: () => current?.snapshot, replace, stop };
}

type ApiProcess = ReturnType<typeof startProcess>;

/** The time for a replaced server to end. */
const gracePeriodMs = 3000;

/** Starts the process of a server. */
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
  const file = join(folder, "server/boot/stand-by.ts");
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
  const nextMessage = async () => {
    const failed = ended.then(() => {
      throw new Error(printed.trim() || "The server ended without a message.");
    });
    const [message] = (await Promise.race([
      once(child, "message"),
      failed,
    ])) as [ServerMessage];
    return message;
  };
  const ready = nextMessage().then((message) => {
    if (message.state === "ready") return message;
    throw new Error("The server listens before its turn.");
  });
  const takeOver = async (address: string) => {
    child.send(address);
    const message = await nextMessage();
    if (message.state === "serves") return message;
    throw new Error("The server does not listen.");
  };
  const stop = async () => {
    isStopped = true;
    child.kill("SIGTERM");
    const cutOff = setTimeout(() => child.kill("SIGKILL"), gracePeriodMs);
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

/**
 * Shortens a line of the log for a person. Returns undefined for information about the process, and
 * for other text.
 */
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
