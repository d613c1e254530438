import type { Progress } from "./seed.ts";

const width = 30;

/** Shows progress on standard error: a bar that grows on a terminal, elsewhere a line for all that is finished. */
export function showProgress(): Progress {
  const started = Date.now();
  const terminal = process.stderr.isTTY;
  return (what, done) => {
    const seconds = `${Math.round((Date.now() - started) / 1000)} s`;
    const full = Math.floor(done * width);
    const line = `${what.padEnd(20)} ${"█".repeat(full)}${"░".repeat(width - full)} ${Math.floor(done * 100)} %  ${seconds}`;
    if (done === 1) process.stderr.write(`${terminal ? "\r\x1b[K" : ""}${line}\n`);
    else if (terminal) process.stderr.write(`\r\x1b[K${line}`);
  };
}
