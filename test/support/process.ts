import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished } from "vitest";
import type { Json } from "./at.ts";
import { builtTools, rootOfTools, tools } from "./built-tools.ts";
import { builtServer, runFolder } from "./made-once.ts";

/** A program of this repository that runs in a process of its own. */
export interface Program {
  child: ChildProcess;
  /** The text that it has printed so far, on both streams. */
  output: () => string;
  /** Waits until its output matches. Fails with the output when it ends before. */
  printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Waits for its end and gives the exit code, null when a signal ended it. */
  ended: Promise<number | null>;
  /** Asks it to stop, or sends another signal that ends it, and waits for that. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Source file → built file, when the run has built the server and the tools. */
const built: Record<string, string> = {};
if (runFolder !== undefined) {
  const folder = await builtServer();
  built["server/main.ts"] = join(folder, "server/main.js");
  built["server/operator/main.ts"] = join(folder, "server/operator.js");
  const toolsFolder = await builtTools();
  for (const file of tools)
    built[file] = join(toolsFolder, file.replace(/\.ts$/, ".js"));
}

/**
 * The flags of programs that end after seconds. V8 then compiles the embedded store, which is
 * WebAssembly, fast and not well: better code would take longer to compile than a test runs.
 */
const flags = ["--liftoff-only"];

/** Returns the arguments with which node runs a program: its built file, or its TypeScript. */
export function nodeArguments(file: string): string[] {
  const loaded = built[file] ?? file;
  const loader = /\.m?ts$/.test(loaded) ? ["--import", "tsx"] : [];
  return [...(runFolder === undefined ? [] : flags), ...loader, loaded];
}

/** The environment of a program in a folder: that of this process, with other variables. */
export const environment = (
  cwd: string,
  variables: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv => ({
  ...process.env,
  [rootOfTools]: `${pathToFileURL(resolve(cwd)).href}/`,
  ...variables,
});

export interface Options {
  /** Bounds the files that it can write, in KiB. */
  fileSize?: number | undefined;
  /** The time to end it, if it still runs; by default the end of the test. */
  atEnd?: (end: () => Promise<void>) => void;
}

/** Starts a program, e.g. `server/main.ts`. */
export function start(
  file: string,
  args: string[] = [],
  env: NodeJS.ProcessEnv = {},
  { fileSize, atEnd = onTestFinished }: Options = {},
): Program {
  const command = [process.execPath, ...nodeArguments(file), ...args];
  const [program = "", ...rest] =
    fileSize === undefined
      ? command
      : ["sh", "-c", `ulimit -f ${2 * fileSize}; exec "$@"`, "sh", ...command];
  const child = spawn(program, rest, { env: environment(".", env) });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, "close").then(([code]) => code as number | null);
  const printed = async (pattern: RegExp) => {
    for (;;) {
      const match = pattern.exec(output);
      if (match) return match;
      const waiting = new AbortController();
      const more = await Promise.race([
        once(child.stdout, "data", waiting),
        once(child.stderr, "data", waiting),
        ended.then(() => "end" as const),
      ]);
      waiting.abort();
      if (more === "end" && !pattern.test(output))
        throw new Error(`It ended without ${pattern}:\n${output}`);
    }
  };
  const end = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return ended;
  };
  atEnd(async () => void (await end("SIGKILL")));
  return { child, output: () => output, printed, ended, end };
}

/**
 * Runs a command for operators, which must end with 0, and returns the JSON that it prints. Fails
 * with its other output.
 */
export async function operate(
  env: NodeJS.ProcessEnv,
  ...line: string[]
): Promise<Json> {
  const command = start("server/operator/main.ts", [...line, "--json"], env);
  expect(await command.ended, command.output()).toBe(0);
  return JSON.parse(command.output());
}

/**
 * Starts a server that cannot start. Expects the exit code 1, and returns the text that it prints
 * after its first line, which names the build.
 */
export async function refusedStart(
  env: NodeJS.ProcessEnv,
  args: string[] = [],
): Promise<string> {
  const server = start("server/main.ts", args, env);
  expect(await server.ended).toBe(1);
  return server.output().replace(/^\{.*"msg":"starting"\}\n/m, "");
}

const tsx = import.meta.resolve("tsx");

/** The exit code of a program, and the text that it printed. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs a program of this repository to its end, e.g. `openapi/diff/main.ts`, or of its copy in
 * another folder. The sources of the tools are the same in each copy.
 */
export function run(
  file: string,
  args: string[] = [],
  cwd = ".",
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const program =
    cwd === "." || file in built
      ? nodeArguments(file)
      : ["--import", tsx, resolve(cwd, file)];
  const options = { cwd, env: environment(cwd, env), maxBuffer: Infinity };
  return new Promise((done) => {
    execFile(
      process.execPath,
      [...program, ...args],
      options,
      (error, stdout, stderr) =>
        done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}
