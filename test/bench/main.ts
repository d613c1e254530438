import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Name → the file that measures, and what it measures. */
const benches: Record<string, [file: string, measures: string]> = {
  requests: [
    "requests-cpu.ts",
    "CPU per request and speed beside a server written by hand; the mock; wide contracts; deliveries",
  ],
  writes: [
    "writes.ts",
    "creations in one workspace beside twelve, beside pgbench, and what the search index costs",
  ],
  start: ["start.ts", "from a start to the first response, memory when idle, and the steps before a start"],
  client: ["client/main.ts", "size, CPU per call and heap of the client, beside others"],
  seed: ["seed/main.ts", "fills a PostgreSQL database with a million contacts, for the next two"],
  growth: ["growth.ts", "bytes of rows, retention, backup, feed and erasure, at several sizes"],
  workspaces: ["workspaces.ts", "what grows with the workspaces: due deliveries, metrics, retention, start"],
  scale: ["scale/main.ts", "latencies with few and with many contacts, side by side"],
  explain: ["explain/main.ts", "how PostgreSQL runs every statement; ends with 1 when one reads too much"],
  dev: ["dev.ts", "how long after an edit npm run dev says what came of it"],
  diff: ["diff.ts", "the gate beside redocly diff and oasdiff: what they find, how long they take"],
};

const lines = Object.entries(benches).map(([name, [, measures]]) => `  ${name.padEnd(12)}${measures}\n`);
const help = `npm run bench -- NAME [options]

${lines.join("")}
growth, workspaces, seed, scale and explain need a database; without options they say how.
`;

const [name = "--help", ...options] = process.argv.slice(2);
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (name === "--help") process.stdout.write(help);
else if (bench && options.includes("--help"))
  process.stdout.write(`npm run bench -- ${name} [options]   ${bench[1]}\n`);
else if (bench) {
  const file = fileURLToPath(new URL(bench[0], import.meta.url));
  const child = spawn(process.execPath, ["--expose-gc", "--import", "tsx", file, ...options], {
    stdio: "inherit",
  });
  child.once("exit", (code) => (process.exitCode = code ?? 1));
} else {
  console.error(`There is no bench ${name}. They are: ${Object.keys(benches).join(", ")}.`);
  process.exitCode = 1;
}
