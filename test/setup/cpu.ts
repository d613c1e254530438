import { readFileSync } from "node:fs";
import { afterAll } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Seconds of processor that a file cost: its worker and the programs that it started and saw end. */
    cpu?: number;
  }
}

/** Seconds since the worker began, where the system counts them for the programs too. */
function seconds(): number {
  try {
    // After the name, which may hold blanks: utime, stime, cutime and cstime are the 12th to 15th, in 1/100 s.
    const fields = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / 100;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

const before = seconds();
// Hooks run in reverse, so the servers of the file have stopped by then.
afterAll(({}, { file }) => {
  file.meta.cpu = seconds() - before;
});
