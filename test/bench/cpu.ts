import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { Writable } from "node:stream";
import pg from "pg";

const event = ["-e", "instructions:u"];

/** Whether `perf` is here, and may count. */
const counts = spawnSync("perf", ["stat", ...event, "true"]).status === 0;

/**
 * Counts the instructions that a process executes outside of the kernel. Unlike its time, these are the same on a busy
 * machine.
 * @returns what ends the counting and gives their number; undefined where `perf` cannot count
 */
export async function countInstructions(pid: number): Promise<() => Promise<number | undefined>> {
  if (!counts) return () => Promise.resolve(undefined);
  const options = ["-x", ",", "-D", "-1", "--control", "fd:3,4", "-p", String(pid)];
  const perf = spawn("perf", ["stat", ...event, ...options], {
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
  });
  const closed = once(perf, "close"); // also when it may not count this process
  let report = "";
  perf.stderr?.on("data", (text: Buffer) => (report += text.toString()));
  const tell = async (command: "enable" | "disable") => {
    const [, , , control, done] = perf.stdio;
    if (!(control instanceof Writable) || !done) throw new Error("perf has no pipe for its control.");
    control.on("error", () => undefined).write(`${command}\n`);
    await Promise.race([once(done, "data"), closed]);
  };
  await tell("enable");
  return async () => {
    await tell("disable");
    perf.kill("SIGINT");
    await closed;
    const [, count] = /^(\d+),/m.exec(report) ?? [];
    return count === undefined ? undefined : Number(count);
  };
}

/** PostgreSQL's first process, which starts the others; NaN when it does not run on this machine. */
async function postgresProcess(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const { parent } = statOf(rows[0]?.pid ?? NaN);
  await client.end();
  return parent;
}

/** Seconds of CPU that PostgreSQL has used so far in all its processes, those that have ended too; NaN likewise. */
export async function postgresCpu(url: string): Promise<number> {
  const main = await postgresProcess(url);
  const others = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter(({ parent }) => parent === main);
  return others.reduce((sum, { cpu }) => sum + cpu, statOf(main).cpu + statOf(main).ended);
}

/** Linux counts in hundredths of a second. */
function statOf(pid: number): { parent: number; cpu: number; ended: number } {
  const fields = read(`/proc/${pid}/stat`).split(") ")[1]?.split(" ").map(Number) ?? [];
  const [user = NaN, system = NaN, endedUser = NaN, endedSystem = NaN] = fields.slice(11);
  return { parent: fields[1] ?? NaN, cpu: (user + system) / 100, ended: (endedUser + endedSystem) / 100 };
}

/** Nothing when the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
