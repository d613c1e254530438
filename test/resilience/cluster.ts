import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { reservePort } from "../../openapi/mock/main.ts";

const versions = "/usr/lib/postgresql";
const newest = existsSync(versions)
  ? readdirSync(versions)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1)
  : undefined;

/** Whether PostgreSQL's own programs are here, to start and stop a server with. */
export const hasPostgres = newest !== undefined;

/** A PostgreSQL server of the test's own, which it may stop. It is removed with the test. */
export interface Cluster {
  url: string;
  /** What a server of ours is told to use it. */
  settings: { PORT: string; DATABASE_URL: string; ENCRYPTION_KEY: string };
  /** As a crash: nothing is written any more, no client is told. */
  crash: () => void;
  start: () => void;
  /** Stops all its processes where they are, while their connections stay. */
  freeze: () => void;
  thaw: () => void;
  /** Runs one of PostgreSQL's programs, such as `pg_dump`, and gives what it prints. `input` is its standard input. */
  run: (program: string, args: string[], input?: string) => string;
}

/** Makes a server on a free port, which is removed with the test, or when `atEnd` says. PostgreSQL refuses to run as root, so then it runs as its own user. */
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
  const start = () =>
    control("-o", `-p ${port} -h 127.0.0.1 -k ${folder}`, "start");
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
    crash: () => stop("immediate"),
    start,
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    run: (program, args, input = "") =>
      execFileSync(join(versions, newest ?? "", "bin", program), args, {
        input,
        encoding: "utf8",
      }),
  };
}

const idOf = (flag: "-u" | "-g") =>
  Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
