import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { reservePort } from "../../openapi/mock/reserve-port.ts";
import { temporaryFolder } from "../support/folder.ts";
import { onPostgres } from "../support/store.ts";
import { type Cluster, createCluster, hasPostgres } from "./cluster.ts";
import { launch, makeKeys } from "./service.ts";

// Runs the commands of server/OPERATIONS.md, and checks what the page says of them. The commands of the
// operator are run by test/server/operator/manual.test.ts.

/** Reads a page: heading → the blocks of code below it, in their order. */
function blocksOf(page: string): Map<string, string[]> {
  const blocks = new Map<string, string[]>();
  const sections = readFileSync(page, "utf8").split(/^##+ /m).slice(1);
  for (const section of sections) {
    const [heading = ""] = section.split("\n");
    const fences = section.matchAll(/^ *```\w*\n([^]*?)^ *```$/gm);
    const codes = [...fences].map(([, code = ""]) => code);
    blocks.set(heading, codes);
  }
  return blocks;
}

/** Returns true for a block that has only commands of the operator. */
function isOfOperator(block: string): boolean {
  const lines = block.trim().split("\n");
  return lines.every((line) =>
    /^(npm run -s (keys|operator) -- |#)/.test(line),
  );
}

/** Heading → the blocks that are run here. */
const manual = new Map<string, string[]>();
for (const [heading, blocks] of blocksOf("server/OPERATIONS.md")) {
  const own = blocks.filter((block) => !isOfOperator(block));
  if (own.length > 0) manual.set(heading, own);
}

/** Runs the next block below a heading, as PostgreSQL's user. Returns its output. */
type RunNext = (cluster: Cluster, env: Record<string, string>) => string;

const query = ({ run }: Cluster, url: string, statement: string) =>
  run("psql", ["-At", "-v", "ON_ERROR_STOP=1", "-c", statement, url]).trim();

/** Creates a database, and returns its address. */
function createDatabase(cluster: Cluster, name: string): string {
  query(cluster, cluster.url, `create database ${name}`);
  return cluster.url.replace(/postgres$/, name);
}

/** Creates a cluster whose database has a workspace with a key. */
async function createFilled() {
  const cluster = await createCluster();
  const keys = await makeKeys(cluster.settings, 1);
  return { cluster, keys, url: cluster.url };
}

const addWorkspace = (name: string) =>
  `insert into workspaces (id, name, created_at) values ('ws_${name}', '${name}', now())`;

const selectNames = "select name from workspaces order by name";
const selectLastNumber = "select last_value from events_sequence_seq";

/** Stops the server that a block started in a folder, at the end of the test. */
function stopAtEnd(cluster: Cluster, data: string): void {
  onTestFinished(
    () => void cluster.shell(`pg_ctl -D ${data} -m immediate stop`, {}),
  );
}

/** Heading → the test of the commands below it. */
const drills: Record<string, (next: RunNext) => Promise<void>> = {
  "Backup and restore": async (next) => {
    const { cluster, url } = await createFilled();
    const restored = createDatabase(cluster, "restored");

    next(cluster, { DATABASE_URL: url, EMPTY_DATABASE_URL: restored });

    const isAnalyzed =
      "select count(*) > 0 from pg_stats where tablename = 'workspaces'";
    expect(query(cluster, restored, isAnalyzed)).toBe("t");
    const names = query(cluster, url, selectNames);
    expect(query(cluster, restored, selectNames)).toBe(names);
  },

  "A base backup and the WAL": async (next) => {
    await restoreToAPoint(next, "until the base backup");
  },

  "To a point in time": async (next) => {
    const { cluster, restored } = await restoreToAPoint(
      nextOf("A base backup and the WAL"),
      next,
    );
    const before = Number(query(cluster, restored, selectLastNumber));

    next(cluster, { DATABASE_URL: restored });

    const after = Number(query(cluster, restored, selectLastNumber));
    expect(after - before).toBeGreaterThanOrEqual(1_000_000_000);
  },

  "A standby": async (next) => {
    const { cluster, url } = await createFilled();
    const port = String(await reservePort(0));
    const standby = url.replace(/:\d+\//, `:${port}/`);
    const env = {
      SUPERUSER_URL: url,
      STANDBY_DATA: cluster.folder("standby"),
      STANDBY_PORT: port,
      STANDBY_URL: standby,
    };

    next(cluster, env);

    stopAtEnd(cluster, env.STANDBY_DATA);
    const state = "select sync_state from pg_stat_replication";
    await expect.poll(() => query(cluster, url, state)).toBe("sync");
    query(cluster, url, addWorkspace("last"));
    cluster.crash();

    next(cluster, env);

    onTestFinished(cluster.start);
    expect(query(cluster, standby, selectNames)).toContain("last");
    query(cluster, standby, addWorkspace("written"));
    expect(query(cluster, standby, "show synchronous_standby_names")).toBe("");
  },

  "A newer version of PostgreSQL": async (next) => {
    const { cluster: old, url } = await createFilled();
    query(old, url, "alter system set wal_level = logical");
    old.crash();
    old.start();
    const newer = await createCluster();
    const env = {
      OLD_URL: url,
      NEW_SERVER_URL: newer.url,
      NEW_URL: newer.url.replace(/postgres$/, "contacts"),
    };
    const queryNew = (statement: string) =>
      query(newer, env.NEW_URL, statement);

    next(newer, env);

    const states = "select distinct srsubstate from pg_subscription_rel";
    await expect.poll(() => queryNew(states), { timeout: 60_000 }).toBe("r");

    next(newer, env);

    expect(queryNew(selectNames)).toBe(query(old, url, selectNames));
    const lastNumber = Number(query(old, url, selectLastNumber));
    expect(Number(queryNew(selectLastNumber))).toBe(lastNumber + 1000);
    expect(queryNew("select count(*) from pg_subscription")).toBe("0");
  },

  "Upgrade and rollback": async (next) => {
    const { cluster, keys, url } = await createFilled();
    query(cluster, url, "create role contacts_server login");

    next(cluster, { DATABASE_URL: url });

    const settings = {
      ...cluster.settings,
      DATABASE_URL: url.replace("postgres@", "contacts_server@"),
    };
    const service = await launch(settings, keys);
    const json = { name: "Ana", email: "ana@example.com" };
    expect((await service.call("/v1/contacts", { json })).status).toBe(201);
    expect(await service.program.end()).toBe(0);
  },

  "The password of PostgreSQL": async (next) => {
    const { cluster, url } = await createFilled();
    query(cluster, url, "create role contacts login superuser");

    next(cluster, {
      DATABASE_URL: url.replace("postgres@", "contacts@"),
      NEW_PASSWORD: "new",
    });

    writeFileSync(
      join(cluster.data, "pg_hba.conf"),
      "host all all 127.0.0.1/32 scram-sha-256\n",
    );
    cluster.shell(`pg_ctl -D ${cluster.data} reload`, {});
    const withPassword = (password: string) =>
      url.replace("postgres@", `contacts:${password}@`);
    expect(query(cluster, withPassword("new"), "select 1")).toBe("1");
    expect(() => query(cluster, withPassword("old"), "select 1")).toThrow(
      "password authentication failed",
    );
  },
};

/**
 * Makes a base backup and archives the WAL. Then restores the database to a time before a mistake,
 * when `restore` runs a block.
 */
async function restoreToAPoint(
  backup: RunNext,
  restore: RunNext | "until the base backup",
) {
  const { cluster, url } = await createFilled();
  const port = String(await reservePort(0));
  const env = {
    SUPERUSER_URL: url,
    PGDATA: cluster.data,
    BACKUP: cluster.folder("backup"),
    RESTORED: join(cluster.folder("elsewhere"), "restored"),
    RESTORED_PORT: port,
    UNTIL: "",
  };

  backup(cluster, env);

  query(cluster, url, addWorkspace("kept"));
  env.UNTIL = query(cluster, url, "select clock_timestamp()");
  query(cluster, url, addWorkspace("mistake"));
  query(cluster, url, "select pg_switch_wal()");
  const archived =
    "select archived_count > 0 and failed_count = 0 from pg_stat_archiver";
  await expect
    .poll(() => query(cluster, url, archived), { timeout: 30_000 })
    .toBe("t");
  const restored = url.replace(/:\d+\//, `:${port}/`);
  if (restore === "until the base backup") return { cluster, restored };

  restore(cluster, env);

  stopAtEnd(cluster, env.RESTORED);
  const inRecovery = () =>
    query(cluster, restored, "select pg_is_in_recovery()");
  await expect.poll(inRecovery, { timeout: 30_000 }).toBe("f");
  const names = query(cluster, restored, selectNames);
  expect(names).toContain("kept");
  expect(names).not.toContain("mistake");
  return { cluster, restored };
}

/** Returns a function that runs the blocks under a heading, one at each call. */
function nextOf(heading: string, onRun: () => void = () => undefined): RunNext {
  const blocks = [...(manual.get(heading) ?? [])];
  return (cluster, env) => {
    const block = blocks.shift();
    if (block === undefined) throw new Error(`${heading} has no more blocks.`);
    onRun();
    const isSql = /^grant /.test(block);
    const commands = isSql
      ? `psql -v ON_ERROR_STOP=1 "$DATABASE_URL" <<'END'\n${block}END`
      : block;
    return cluster.shell(commands, env);
  };
}

test("each command of OPERATIONS.md is run by a drill", () => {
  expect([...manual.keys()].sort()).toEqual(Object.keys(drills).sort());
});

test.runIf(onPostgres && hasPostgres).each(Object.entries(drills))(
  "the commands under %s do what the page says",
  { timeout: 180_000 },
  async (heading, drill) => {
    let runs = 0;
    await drill(nextOf(heading, () => runs++));
    expect(runs).toBe(manual.get(heading)?.length);
  },
);

test("a new version with systemd is put in the place of the old one, and taken back", () => {
  const blocks = blocksOf("server/deploy/README.md").get("With systemd") ?? [];
  const [upgrade = "", rollback = ""] = blocks.slice(-2);
  expect(rollback).toContain("contacts-api.failed");
  const folder = temporaryFolder();
  for (const name of ["dist", "opt", "opt/contacts-api", "bin"])
    mkdirSync(join(folder, name));
  writeFileSync(join(folder, "dist/version"), "new");
  writeFileSync(join(folder, "opt/contacts-api/version"), "old");
  // This machine may have no systemd.
  writeFileSync(join(folder, "bin/systemctl"), "#!/bin/sh\n", { mode: 0o755 });
  const installed = (commands: string) => {
    execFileSync(
      "bash",
      ["--norc", "-euc", commands.replaceAll("/opt/", "opt/")],
      {
        cwd: folder,
        env: { PATH: `${join(folder, "bin")}:${process.env["PATH"]}` },
      },
    );
    return readFileSync(join(folder, "opt/contacts-api/version"), "utf8");
  };
  expect(installed(upgrade)).toBe("new");
  expect(installed(rollback)).toBe("old");
});
