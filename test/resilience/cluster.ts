import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reservePort } from "../../openapi/mock/main.ts";

const versions = "/usr/lib/postgresql";
const newest = existsSync(versions)
  ? readdirSync(versions)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1)
  : undefined;

/** Whether PostgreSQL's own programs are here, to start and stop a server with. */
export const hasPostgres = newest !== undefined;

/** A PostgreSQL server of the test's own, which it may stop. */
export interface Cluster {
  url: string;
  /** As a crash: nothing is written any more, no client is told. */
  crash: () => void;
  start: () => void;
  /** Stops all its processes where they are, while their connections stay. */
  freeze: () => void;
  thaw: () => void;
  /** Runs one of PostgreSQL's programs, such as `pg_dump`, and gives what it prints. `input` is its standard input. */
  run: (program: string, args: string[], input?: string) => string;
  remove: () => void;
}

/** Makes a server on a free port. PostgreSQL refuses to run as root, so then it runs as its own user. */
export async function createCluster(): Promise<Cluster> {
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
  run("initdb", "-D", data, "-A", "trust", "-U", "postgres", "--locale=C.UTF-8");
  const start = () =>
    run(
      "pg_ctl",
      "-D",
      data,
      "-w",
      "-l",
      join(folder, "log"),
      "-o",
      `-p ${port} -h 127.0.0.1 -k ${folder}`,
      "start",
    );
  const stop = (mode: string) => run("pg_ctl", "-D", data, "-w", "-m", mode, "stop");
  const signal = (name: NodeJS.Signals) => {
    const [postmaster = ""] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    const children = execFileSync("pgrep", ["-P", postmaster], { encoding: "utf8" }).trim().split("\n");
    for (const pid of [postmaster, ...children]) process.kill(Number(pid), name);
  };
  start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crash: () => stop("immediate"),
    start,
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    run: (program, args, input = "") =>
      execFileSync(join(versions, newest ?? "", "bin", program), args, { input, encoding: "utf8" }),
    remove: () => {
      stop("immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const idOf = (flag: "-u" | "-g") => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
