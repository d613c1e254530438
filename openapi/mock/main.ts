import { watch } from "chokidar";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bind } from "../../server/http/connections.ts";
import { explained } from "../lint/explained.ts";
import { keyFlags, withKeys } from "../generate/samples/curl.ts";
import { publishedContract } from "../generate/bundles.ts";
import {
  operationsOf,
  type Contract,
  type Located,
} from "../model/contract.ts";
import { contractFile, readContract } from "../model/read-contract.ts";
import { credentialsOf, isBasic } from "../model/credentials.ts";
import { jsonOf } from "../model/json.ts";
import type { Node } from "../model/node.ts";
import { requireSupported } from "../model/supported.ts";
import { requireKnownReferences } from "../model/known-references.ts";
import { readCommand, runProgram } from "../options.ts";
import { listens } from "./listening.ts";
import { forPrism } from "./for-prism.ts";

const host = "127.0.0.1";
const ourMockFile = fileURLToPath(
  new URL("../../generated/mock/openapi.json", import.meta.url),
);

/** The path of Prism's command. */
const prism = fileURLToPath(import.meta.resolve("@stoplight/prism-cli"));

/**
 * Finds the port of the mock: the preferred one, or a free one for 0.
 * @throws Error when the port is in use or not allowed
 */
export async function reservePort(preferred: number): Promise<number> {
  const server = createServer();
  const { port } = new URL(await bind(server, host, preferred));
  await promisify(server.close.bind(server))();
  return Number(port) || preferred;
}

/** Writes a contract into a file for Prism, which reads it again after each change. */
async function writeForPrism(source: string, file: string) {
  const read = await readContract(source);
  requireSupported(read.contract as Contract & Node);
  requireKnownReferences(read.contract as Contract & Node);
  const { contract, notes } = forPrism(publishedContract(read.contract));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, jsonOf(contract));
  return { ...read, notes };
}

/** Creates a folder that is removed at the end of this process. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "contract-mock-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Reads the setting PORT.
 * @throws Error in one line
 */
function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new Error(
      "PORT must be a port from 0 to 65535, where 0 picks a free one.",
    );
  return port;
}

const help = `npm run mock [-- FILE] [--watch]

Serves the examples of openapi/openapi.yaml, or of the contract FILE, with Prism. It needs no database: it checks each request,
responds with an example, and stores nothing. For a server that stores data: npm start -- --demo

  --watch    serves each valid edit of the contract

PORT is the port (4010).
`;

async function main(): Promise<void> {
  const { values: options, file: source = contractFile } = readCommand(help, {
    watch: { type: "boolean" },
  });
  const isOurs = source === contractFile;
  const file = isOurs ? ourMockFile : join(temporaryFolder(), "openapi.json");
  const port = await reservePort(portOf(process.env["PORT"] || "4010"));
  const { contract, files, notes } = await explained(source, () =>
    writeForPrism(source, file),
  );
  for (const note of notes) console.error(note);
  const address = `http://${host}:${port}`;
  const isList = ({ method, path }: Located) =>
    method === "get" && !path.includes("{");
  const list = operationsOf(contract).find(isList);
  const keys = list
    ? credentialsOf(contract, list.operation).map((key) => ({
        ...key,
        value: isBasic(key) ? "any:any" : "any",
      }))
    : [];
  const command = [
    "curl",
    ...keyFlags(keys),
    withKeys(address + (list?.path ?? ""), keys),
  ];
  const mock = [prism, "mock", file, "--host", host, "--port", String(port)];
  const server = spawn(process.execPath, mock, { stdio: "inherit" });
  const watchedFiles = options.watch ? [...files.keys()] : [];
  // An editor may write a file in several pieces.
  const watcher = watch(watchedFiles, {
    cwd: dirname(source),
    awaitWriteFinish: { stabilityThreshold: 100 },
  });
  watcher.on(
    "change",
    () => void runProgram(async () => void (await writeForPrism(source, file))),
  );
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => server.kill(signal));
  server.once("exit", (code, signal) =>
    process.exit(code ?? (isStopSignal(signal) ? 0 : 1)),
  );
  if (await listens(server, host, port))
    console.log(
      `Mock of the ${contract.info.title} on ${address}; it accepts any key:  ` +
        `${command.join(" ")}\n`,
    );
}

const isStopSignal = (signal: NodeJS.Signals | null) =>
  signal === "SIGTERM" || signal === "SIGINT";

if (process.argv[1] === fileURLToPath(import.meta.url)) await runProgram(main);
