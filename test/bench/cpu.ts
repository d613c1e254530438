import { readFileSync, readdirSync } from "node:fs";
import pg from "pg";

/** PostgreSQL's first process, which starts the others; NaN when it does not run on this machine. */
async function postgresProcess(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const { parent } = statOf(rows[0]?.pid ?? NaN);
  await client.end();
  return parent;
}

/** Seconds of CPU that PostgreSQL has used so far in all its processes, those that have ended too; NaN likewise. */
export async function postgresCpu(url: string): Promise<number> {
  const main = await postgresProcess(url);
  const others = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter(({ parent }) => parent === main);
  return others.reduce((sum, { cpu }) => sum + cpu, statOf(main).cpu + statOf(main).ended);
}

/** Linux counts in hundredths of a second. */
function statOf(pid: number): { parent: number; cpu: number; ended: number } {
  const fields = read(`/proc/${pid}/stat`).split(") ")[1]?.split(" ").map(Number) ?? [];
  const [user = NaN, system = NaN, endedUser = NaN, endedSystem = NaN] = fields.slice(11);
  return { parent: fields[1] ?? NaN, cpu: (user + system) / 100, ended: (endedUser + endedSystem) / 100 };
}

/** Nothing when the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
