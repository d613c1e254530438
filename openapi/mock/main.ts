import { watch } from "chokidar";
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bind } from "../../server/http/connections.ts";
import { readConfig } from "../../server/operator/settings.ts";
import { publishedContract } from "../generate/bundles.ts";
import {
  operationsOf,
  schemeOf,
  type Contract,
  type Located,
} from "../model/contract.ts";
import { contractFile, readContract } from "../model/read-contract.ts";
import { readOptions, runProgram } from "../options.ts";

const host = "127.0.0.1";
const file = fileURLToPath(
  new URL("../../generated/mock/openapi.json", import.meta.url),
);

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
  typeof value === "object" &&
  value &&
  "has_more" in value &&
  value.has_more === true
    ? { ...value, has_more: false, next_cursor: null }
    : value;

/**
 * The port that the mock gets: the wanted one, or a free one for 0.
 * @throws Error when it is in use or not allowed.
 */
export async function reservePort(preferred: number): Promise<number> {
  const server = createServer();
  const { port } = new URL(await bind(server, host, preferred));
  await promisify(server.close.bind(server))();
  return Number(port) || preferred;
}

/** Writes the contract where Prism reads it, and reads it again when it changes. */
async function write() {
  const read = await readContract();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    JSON.stringify(forPrism(publishedContract(read.contract)), lastPage),
  );
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
  const port = await reservePort(
    readConfig({ PORT: process.env["PORT"] || "4010" }).port,
  );
  const { contract, files } = await write();
  const address = `http://${host}:${port}`;
  const isList = ({ method, path }: Located) =>
    method === "get" && !path.includes("{");
  const list = operationsOf(contract).find(isList);
  const isBasic =
    list && schemeOf(contract, list.operation)?.scheme === "basic";
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
  watcher.on("change", () => void runProgram(async () => void (await write())));
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => server.kill(signal));
  server.once("exit", (code, signal) =>
    process.exit(code ?? (signal === "SIGTERM" || signal === "SIGINT" ? 0 : 1)),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runProgram(main);
