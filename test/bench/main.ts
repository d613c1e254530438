import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { endWithReader } from "../../openapi/options.ts";

interface Bench {
  file: string;
  measures: string;
  /** True when it makes databases on a PostgreSQL server. */
  needsServer?: boolean;
}

/** The benches by name. Each takes `--quick`, for a run of seconds that only shows that it works. */
export const benches: Record<string, Bench> = {
  requests: {
    file: "requests.ts",
    measures:
      "CPU and requests per second, compared with an ordinary and a hand-written server",
    needsServer: true,
  },
  writes: {
    file: "writes.ts",
    measures: "creations in one workspace and in twelve, and batches",
    needsServer: true,
  },
  tenants: {
    file: "tenants.ts",
    measures: "speed and response times of workspaces that share a server",
    needsServer: true,
  },
  seed: {
    file: "seed.ts",
    measures:
      "fills a PostgreSQL database with a million contacts, for the next two",
  },
  scale: {
    file: "scale.ts",
    measures: "requests with few and with many contacts, side by side",
    needsServer: true,
  },
  explain: {
    file: "explain.ts",
    measures:
      "how PostgreSQL runs every statement; ends with 1 when one reads too much",
  },
  client: {
    file: "client.ts",
    measures: "CPU per call of the client, beside openapi-fetch",
  },
  dev: {
    file: "dev.ts",
    measures: "the time from an edit to its result in npm run dev",
  },
  diff: {
    file: "diff.ts",
    measures:
      "the findings of the diff, compared with redocly diff and oasdiff",
  },
  large: {
    file: "large.ts",
    measures: "time and memory of the tools on a contract of 4 MB",
  },
};

const lines = Object.entries(benches).map(
  ([name, { measures }]) => `  ${name.padEnd(12)}${measures}\n`,
);
const help = `npm run bench -- NAME [--quick] [options]

${lines.join("")}
requests, writes, tenants and scale need a PostgreSQL server: TEST_DATABASE_URL. seed and explain need a database: --database URL.
npm run bench -- NAME --help lists the options.
`;

endWithReader();
const [name = "--help", ...options] = process.argv.slice(2);
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
const hasServer =
  process.env["TEST_DATABASE_URL"] ||
  options.some((option) => /^--(database|large|help)/.test(option));
if (name === "--help") process.stdout.write(help);
else if (bench?.needsServer && !hasServer) {
  console.error(
    `npm run bench -- ${name} needs a PostgreSQL server: set TEST_DATABASE_URL.`,
  );
  process.exitCode = 1;
} else if (bench) {
  const file = fileURLToPath(new URL(bench.file, import.meta.url));
  const args = ["--import", "tsx", file, ...options];
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  child.once("exit", (code) => (process.exitCode = code ?? 1));
} else {
  console.error(
    `There is no bench ${name}. They are: ${Object.keys(benches).join(", ")}.`,
  );
  process.exitCode = 1;
}
