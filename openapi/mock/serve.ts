import { watch } from "chokidar";
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { explained, noteFirstError } from "../lint/explained.ts";
import { keyFlags, withKeys } from "../generate/samples/curl.ts";
import { publishedContract } from "../generate/bundles.ts";
import {
  operationsOf,
  type Contract,
  type Located,
} from "../model/contract.ts";
import { contractFile } from "../model/contract-file.ts";
import { readContract } from "../model/read-contract.ts";
import { credentialsOf, isBasic } from "../model/credentials.ts";
import { jsonOf } from "../model/json.ts";
import type { Node } from "../model/node.ts";
import { requireSupported } from "../model/supported.ts";
import { runProgram } from "../options.ts";
import { removedFolder } from "../removed-folder.ts";
import { listens } from "./listening.ts";
import { forPrism } from "./for-prism.ts";
import { reservePort } from "./reserve-port.ts";

const host = "127.0.0.1";
const ourMockFile = fileURLToPath(
  new URL("../../generated/mock/openapi.json", import.meta.url),
);

/** The path of Prism's command. */
const prism = fileURLToPath(import.meta.resolve("@stoplight/prism-cli"));

/** A module that ends Prism with this process, also when nobody could ask this process to stop. */
const endsWithUs =
  'data:text/javascript,process.once("disconnect", () => process.exit())';

/** Writes a contract into a file for Prism, which reads it again after each change. */
async function writeForPrism(source: string, file: string) {
  const read = await readContract(source);
  requireSupported(read.contract as Contract & Node, source);
  if (operationsOf(read.contract).length === 0)
    throw new Error(
      "The contract has no operation under `paths`, which the mock could serve.",
    );
  const { contract, notes } = forPrism(publishedContract(read.contract));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, jsonOf(contract));
  return { ...read, notes };
}

/**
 * Serves the examples of a contract until a signal stops it.
 * @param source the file of the contract
 * @param preferred the port, or 0 for a free one
 * @param isWatching true to serve each valid edit of the contract
 */
export async function serveMock(
  source: string,
  preferred: number,
  isWatching: boolean,
): Promise<void> {
  const isOurs = source === contractFile;
  const file = isOurs
    ? ourMockFile
    : join(removedFolder("contract-mock-"), "openapi.json");
  const port = await reservePort(preferred);
  const { contract, files, notes } = await explained(source, () =>
    writeForPrism(source, file),
  );
  if (!isOurs) await noteFirstError(source);
  for (const note of notes) console.error(note);
  const address = `http://${host}:${port}`;
  const mock = [prism, "mock", file, "--host", host, "--port", String(port)];
  const server = spawn(process.execPath, ["--import", endsWithUs, ...mock], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const watchedFiles = isWatching ? [...files.keys()] : [];
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
        `${curlOf(contract, address)}\n`,
    );
}

/** Returns a curl command for the first operation that needs no id, with a key. */
function curlOf(contract: Contract, address: string): string {
  const isList = ({ method, path }: Located) =>
    method === "get" && !path.includes("{");
  const list = operationsOf(contract).find(isList);
  const keys = list
    ? credentialsOf(contract, list.operation).map((key) => ({
        ...key,
        value: isBasic(key) ? "any:any" : "any",
      }))
    : [];
  const url = withKeys(address + (list?.path ?? ""), keys);
  return ["curl", ...keyFlags(keys), url].join(" ");
}

const isStopSignal = (signal: NodeJS.Signals | null) =>
  signal === "SIGTERM" || signal === "SIGINT";
