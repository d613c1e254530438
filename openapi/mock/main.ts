import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Contract } from "../model/contract.ts";
import { readOptions } from "../options.ts";

const host = "127.0.0.1";
const stopSignals = ["SIGTERM", "SIGINT"] as const;
const root = fileURLToPath(new URL("../../", import.meta.url));
const bundleFile = fileURLToPath(new URL("../../generated/mock/openapi.json", import.meta.url));
const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));

/** Prism's command line. */
export const prism = fileURLToPath(import.meta.resolve("@stoplight/prism-cli"));

/**
 * Bundles the contract for the mock: with the JSON Schema dialect, which Prism needs to enforce all of it.
 * @throws Error with Redocly's own message when the contract is broken.
 */
export function bundleForMock(): string {
  const bundle = [redocly, "bundle", "mock", "--ext", "json"];
  const options = { cwd: root, encoding: "utf8", maxBuffer: Infinity, stdio: "pipe" } as const;
  try {
    return execFileSync(process.execPath, bundle, options);
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    const [, reason = stderr] = stderr.split(/^bundling .*\n/m);
    throw new Error(`${reason.trim()}\n\nThe line, and more that is wrong: npm run lint`, { cause: error });
  }
}

/**
 * The port that the mock gets: the wanted one, or a free one for 0.
 * @throws Error when it is in use or not allowed.
 */
export function reservePort(preferred: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = error.code === "EADDRINUSE" ? "is in use" : `cannot be used (${error.code})`;
      reject(new Error(`Port ${preferred} ${reason}. Choose another one, or any: PORT=0 npm run mock`));
    });
    server.listen(preferred, host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function readPort({ PORT }: NodeJS.ProcessEnv): number {
  const port = PORT || "4010";
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
    throw new Error("PORT must be a port from 0 to 65535, where 0 picks a free one.");
  }
  return Number(port);
}

/** Only a changed bundle is written, as a mock that runs already starts anew when its file is touched. */
function write(bundle: string): void {
  if (existsSync(bundleFile) && readFileSync(bundleFile, "utf8") === bundle) return;
  mkdirSync(dirname(bundleFile), { recursive: true });
  writeFileSync(bundleFile, bundle);
}

const help = `npm run mock [-- --watch]

Serves the examples of the contract with Prism, without a database: each request is checked and gets an example, and
nothing is stored. For a server that stores what is sent to it, with data to look at: npm start -- --demo

  --watch    serves each edit of openapi/openapi.yaml and its examples, while the contract is not broken

PORT is its port (4010).
`;

/** Writes the bundle again when the contract is saved, and Prism starts anew. It stays on the last good contract. */
function watchContract(): void {
  let settled: NodeJS.Timeout | undefined;
  const serve = () => {
    try {
      write(bundleForMock());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      console.error(`The contract is broken; the mock stays on the last good one.\n${reason}`);
    }
  };
  for (const folder of ["openapi", "openapi/examples"])
    watch(join(root, folder), (_, name) => {
      if (!name?.endsWith(".yaml")) return;
      clearTimeout(settled);
      settled = setTimeout(serve, 100);
    });
}

async function main(): Promise<void> {
  const options = readOptions(help, { watch: { type: "boolean" } });
  const port = await reservePort(readPort(process.env));
  const address = `http://${host}:${port}`;
  const bundle = bundleForMock();
  write(bundle);
  const { info, paths } = JSON.parse(bundle) as Contract;
  const list = Object.keys(paths).find((path) => paths[path]?.get && !path.includes("{"));
  console.log(
    `Mock of the ${info.title} on ${address}; it accepts any key:  ` +
      `curl -H "Authorization: Bearer any" ${address}${list ?? ""}\n`,
  );
  const mock = [prism, "mock", bundleFile, "--host", host, "--port", String(port)];
  const server = spawn(process.execPath, mock, { stdio: "inherit" });
  if (options.watch) watchContract();
  for (const signal of stopSignals) process.on(signal, () => server.kill(signal));
  server.once("exit", (code, signal) => {
    process.exit(code ?? (stopSignals.some((stop) => stop === signal) ? 0 : 1));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
