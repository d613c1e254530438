import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { endWithReader } from "../../openapi/options.ts";

/**
 * Name → the file that measures, what it measures, and whether it makes databases on a server. Each
 * takes `--quick`, for a run of seconds that only shows that it works.
 */
export const benches: Record<
  string,
  [file: string, measures: string, makesDatabases?: boolean]
> = {
  requests: [
    "requests.ts",
    "CPU and requests per second, compared with an ordinary and a hand-written server",
    true,
  ],
  writes: [
    "writes.ts",
    "creations in one workspace and in twelve, and batches",
    true,
  ],
  tenants: [
    "tenants.ts",
    "speed and response times of workspaces that share a server",
    true,
  ],
  seed: [
    "seed.ts",
    "fills a PostgreSQL database with a million contacts, for the next two",
  ],
  scale: [
    "scale.ts",
    "requests with few and with many contacts, side by side",
    true,
  ],
  explain: [
    "explain.ts",
    "how PostgreSQL runs every statement; ends with 1 when one reads too much",
  ],
  client: ["client.ts", "CPU per call of the client, beside openapi-fetch"],
  dev: ["dev.ts", "the time from an edit to its result in npm run dev"],
  diff: [
    "diff.ts",
    "the findings of the diff, compared with redocly diff and oasdiff",
  ],
  large: ["large.ts", "time and memory of the tools on a contract of 4 MB"],
};

const lines = Object.entries(benches).map(
  ([name, [, measures]]) => `  ${name.padEnd(12)}${measures}\n`,
);
const help = `npm run bench -- NAME [--quick] [options]

${lines.join("")}
requests, writes, tenants, seed, scale and explain need a PostgreSQL server: TEST_DATABASE_URL, or --database URL. --help lists the options.
`;

endWithReader();
const [name = "--help", ...options] = process.argv.slice(2);
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
const hasServer =
  process.env["TEST_DATABASE_URL"] ||
  options.some((option) => /^--(database|large|help)/.test(option));
if (name === "--help") process.stdout.write(help);
else if (bench?.[2] && !hasServer) {
  console.error(
    `npm run bench -- ${name} needs a PostgreSQL server: set TEST_DATABASE_URL.`,
  );
  process.exitCode = 1;
} else if (bench) {
  const file = fileURLToPath(new URL(bench[0], import.meta.url));
  const args = ["--import", "tsx", file, ...options];
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  child.once("exit", (code) => (process.exitCode = code ?? 1));
} else {
  console.error(
    `There is no bench ${name}. They are: ${Object.keys(benches).join(", ")}.`,
  );
  process.exitCode = 1;
}
