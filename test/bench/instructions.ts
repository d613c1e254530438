import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { Writable } from "node:stream";

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
