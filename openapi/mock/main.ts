import { watch } from "chokidar";
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { publishedContract } from "../generate/bundles.ts";
import { operationsOf, schemeOf, type Contract, type Located } from "../model/contract.ts";
import { contractFile, readContract } from "../model/read-contract.ts";
import { readOptions, runProgram } from "../options.ts";

const host = "127.0.0.1";
const file = fileURLToPath(new URL("../../generated/mock/openapi.json", import.meta.url));

/** Prism's command line. */
const prism = fileURLToPath(import.meta.resolve("@stoplight/prism-cli"));

/**
 * A contract as Prism enforces all of it. Without the dialect it falls back to draft-07, and ignores keywords such as
 * unevaluatedProperties.
 */
const forPrism = (contract: Contract): object => ({
  ...contract,
  jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
});

/** Prism gives the same page for every cursor, so the page of an example is the last one. */
const lastPage = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value && "has_more" in value && value.has_more === true
    ? { ...value, has_more: false, next_cursor: null }
    : value;

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

/** Writes the contract where Prism reads it, and reads it again when it changes. */
function write() {
  const read = readContract();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(forPrism(publishedContract(read.contract)), lastPage));
  return read;
}

const help = `npm run mock [-- --watch]

Serves the examples of the contract with Prism, without a database: each request is checked and gets an example, and
nothing is stored. For a server that stores what is sent to it, with data to look at: npm start -- --demo

  --watch    serves each edit of the contract that is not broken

PORT is its port (4010).
`;

async function main(): Promise<void> {
  const options = readOptions(help, { watch: { type: "boolean" } });
  const port = await reservePort(readPort(process.env));
  const { contract, files } = write();
  const address = `http://${host}:${port}`;
  const isList = ({ method, path }: Located) => method === "get" && !path.includes("{");
  const list = operationsOf(contract).find(isList);
  const isBasic = list && schemeOf(contract, list.operation)?.scheme === "basic";
  const credential = isBasic ? "-u any:any" : '-H "Authorization: Bearer any"';
  console.log(
    `Mock of the ${contract.info.title} on ${address}; it accepts any key:  ` +
      `curl ${credential} ${address}${list?.path ?? ""}\n`,
  );
  const mock = [prism, "mock", file, "--host", host, "--port", String(port)];
  const server = spawn(process.execPath, mock, { stdio: "inherit" });
  const watched = options.watch ? [...files.keys()] : [];
  // An editor may write a file in several pieces.
  const watcher = watch(watched, {
    cwd: dirname(contractFile),
    awaitWriteFinish: { stabilityThreshold: 100 },
  });
  watcher.on("change", () => void runProgram(() => void write()));
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => server.kill(signal));
  server.once("exit", (code, signal) =>
    process.exit(code ?? (signal === "SIGTERM" || signal === "SIGINT" ? 0 : 1)),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runProgram(main);
