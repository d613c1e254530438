import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { reservePort } from "../../openapi/mock/reserve-port.ts";

const versions = "/usr/lib/postgresql";
const newest = existsSync(versions)
  ? readdirSync(versions)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1)
  : undefined;

/** True when PostgreSQL's own programs are here, which start and stop a server. */
export const hasPostgres = newest !== undefined;

/** A PostgreSQL server of the test's own, which it may stop. It is removed with the test. */
export interface Cluster {
  url: string;
  /** The settings of a server of ours that uses it. */
  settings: { PORT: string; DATABASE_URL: string; ENCRYPTION_KEY: string };
  /** Ends it as a crash does: nothing more is written, and no client is informed. */
  crash: () => void;
  start: () => void;
  /** Stops all its processes where they are, while their connections stay. */
  freeze: () => void;
  thaw: () => void;
  /**
   * Runs one of PostgreSQL's programs, such as `pg_dump`, and returns what it prints. `input` is its
   * standard input.
   */
  run: (program: string, args: string[], input?: string) => string;
  /** Its data directory. */
  data: string;
  /** An empty folder of PostgreSQL's user, which is removed with the cluster. */
  folder: (name: string) => string;
  /**
   * Runs commands of a shell as PostgreSQL's user, with its programs, and returns what they print.
   */
  shell: (commands: string, env: Record<string, string>) => string;
}

/**
 * Makes a server on a free port, which is removed with the test, or when `atEnd` says. PostgreSQL
 * refuses to run as root, so then it runs as its own user.
 */
export async function createCluster(
  atEnd: (remove: () => void) => void = onTestFinished,
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "contacts-postgres-"));
  const asRoot = process.getuid?.() === 0;
  const postgres = asRoot ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  if (asRoot) chownSync(folder, idOf("-u"), idOf("-g"));
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(versions, newest ?? "", "bin", program), args, {
      ...postgres,
      cwd: folder,
      stdio: "ignore",
    });
  const data = join(folder, "data");
  const port = await reservePort(0);
  run(
    "initdb",
    "--no-sync",
    "-D",
    data,
    "-A",
    "trust",
    "-U",
    "postgres",
    "--locale=C.UTF-8",
  );
  const control = (...args: string[]) =>
    run("pg_ctl", "-D", data, "-w", "-l", join(folder, "log"), ...args);
  // Only a crash of the machine, and none of the server, loses data without fsync.
  const options = `-p ${port} -h 127.0.0.1 -k ${folder} -c fsync=off`;
  const start = () => control("-o", options, "start");
  const stop = (mode: string) => control("-m", mode, "stop");
  const signal = (name: NodeJS.Signals) => {
    const [postmaster = ""] = readFileSync(
      join(data, "postmaster.pid"),
      "utf8",
    ).split("\n");
    const children = execFileSync("pgrep", ["-P", postmaster], {
      encoding: "utf8",
    })
      .trim()
      .split("\n");
    for (const pid of [postmaster, ...children])
      process.kill(Number(pid), name);
  };
  start();
  atEnd(() => {
    stop("immediate");
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return {
    url,
    settings: {
      PORT: "0",
      DATABASE_URL: url,
      ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    },
    data,
    folder: (name) => {
      const path = join(folder, name);
      mkdirSync(path, { mode: 0o700 });
      if (asRoot) chownSync(path, idOf("-u"), idOf("-g"));
      return path;
    },
    shell: (commands, env) => {
      // To a file: a server that the commands start would keep a pipe open.
      const output = join(folder, "shell");
      const file = openSync(output, "w");
      const path = `${join(versions, newest ?? "", "bin")}:${process.env["PATH"]}`;
      try {
        execFileSync("bash", ["--norc", "-euo", "pipefail", "-c", commands], {
          ...postgres,
          cwd: folder,
          env: { ...env, PATH: path },
          stdio: ["ignore", file, file],
        });
        return readFileSync(output, "utf8");
      } catch {
        throw new Error(`${commands}\n${readFileSync(output, "utf8")}`);
      } finally {
        closeSync(file);
      }
    },
    crash: () => stop("immediate"),
    start,
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    run: (program, args, input = "") =>
      execFileSync(join(versions, newest ?? "", "bin", program), args, {
        input,
        encoding: "utf8",
        stdio: "pipe",
      }),
  };
}

const idOf = (flag: "-u" | "-g") =>
  Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
