import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/** A copy of this repository, in which code is changed and tests run. */
export type WorkingCopy = ReturnType<typeof createCopy>;

/** The end of a run of tests. */
export interface Run {
  isGreen: boolean;
  /** The first test that failed, with its file; what happened, where no test did. */
  failed: string;
  seconds: number;
  /** The functions that ran, as instrumented code notes them. */
  functions: string[];
}

const notCopied = /^(\.git|\.data|dist|release|node_modules)$|\/node_modules$/;

/** Copies this repository, but for its packages, which it links to. */
export function createCopy() {
  const root = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), "contacts-mutation-"));
  const path = (file: string) => join(folder, file);
  const files: string[] = [];
  cpSync(root, folder, {
    recursive: true,
    filter: (source) => {
      const name = relative(root, source);
      if (notCopied.test(name)) return false;
      if (statSync(source).isFile()) files.push(name);
      return true;
    },
  });
  // The caches are its own: nothing that a change made is to get into ours.
  mkdirSync(path("node_modules"));
  for (const name of readdirSync("node_modules"))
    if (name !== ".cache" && name !== ".vite")
      symlinkSync(
        join(root, "node_modules", name),
        path(join("node_modules", name)),
      );
  const running = new Set<ReturnType<typeof spawn>>();
  const stop = ({ pid, exitCode }: ReturnType<typeof spawn>) => {
    if (pid !== undefined && exitCode === null) process.kill(-pid, "SIGKILL");
  };
  const remove = () => {
    running.forEach(stop);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      remove();
      process.exit(130);
    });

  /** Runs a command in the copy, and ends it with all that it started after so many seconds. */
  const execute = async (
    command: string[],
    env: NodeJS.ProcessEnv,
    seconds: number,
  ) => {
    const [program = "", ...args] = command;
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, CI: undefined, FAULTS: undefined, ...env },
      stdio: "ignore",
      detached: true,
    });
    running.add(child);
    const timer = setTimeout(stop, seconds * 1000, child);
    const [code] = (await once(child, "exit")) as [number | null];
    clearTimeout(timer);
    running.delete(child);
    return code;
  };

  let runs = 0;

  return {
    files,
    write: (file: string, text: string) => writeFileSync(path(file), text),
    restore: (file: string) => writeFileSync(path(file), readFileSync(file)),
    remove,
    /** Runs test files, for so many seconds at most; with `isToStop` until the first test fails. */
    run: async (
      tests: string[],
      { limit = 1200, isToStop = false } = {},
    ): Promise<Run> => {
      const number = ++runs; // some run at the same time
      const report = path(`mutation-report-${number}.json`);
      const coverage = path(`mutation-coverage-${number}.txt`);
      const options = [
        ...(isToStop ? ["--bail", "1"] : []),
        "--reporter",
        "json",
        "--outputFile",
        report,
      ];
      const started = performance.now();
      const code = await execute(
        [
          process.execPath,
          "node_modules/vitest/vitest.mjs",
          "run",
          ...tests,
          ...options,
        ],
        { MUTATION_COVERAGE: coverage },
        limit,
      );
      const noted = existsSync(coverage) ? readFileSync(coverage, "utf8") : "";
      const failed = failureIn(report, folder);
      for (const file of [report, coverage]) rmSync(file, { force: true });
      return {
        isGreen: code === 0,
        failed,
        seconds: (performance.now() - started) / 1000,
        functions: [...new Set(noted.split("\n").filter(Boolean))],
      };
    },
    /** Compiles the copy. True when it has no error of types. */
    compiles: async () =>
      (await execute(["npm", "run", "-s", "types"], {}, 600)) === 0,
  };
}

/** The report of vitest, on files and their tests. */
interface Report {
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

function failureIn(file: string, folder: string): string {
  if (!existsSync(file)) return "no end";
  const { testResults } = JSON.parse(readFileSync(file, "utf8")) as Report;
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === "failed");
    const said = failed?.fullName ?? message.split("\n")[0];
    if (said) return `${relative(folder, name)} "${said}"`;
  }
  return "an error outside of tests";
}
