import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { reservePort } from "../../openapi/mock/reserve-port.ts";
import { temporaryFolder } from "../support/folder.ts";
import { onPostgres } from "../support/store.ts";
import { type Cluster, createCluster, hasPostgres } from "./cluster.ts";
import { launch, makeKeys } from "./service.ts";

/** The code under each heading of a page, in its order. */
function blocksOf(page: string): Map<string, string[]> {
  const sections = readFileSync(page, "utf8").split(/^##+ /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [heading = ""] = section.split("\n");
      const blocks = [...section.matchAll(/^ *```\w*\n([^]*?)^ *```$/gm)];
      return [heading, blocks.map(([, code = ""]) => code)];
    }),
  );
}

/** Commands of the operator are run by test/server/operator/manual.test.ts. */
const isOperators = (block: string) =>
  block
    .trim()
    .split("\n")
    .every((line) => /^(npm run -s (keys|operator) -- |#)/.test(line));

const manual = new Map(
  [...blocksOf("server/OPERATIONS.md")]
    .map(([heading, blocks]): [string, string[]] => [
      heading,
      blocks.filter((block) => !isOperators(block)),
    ])
    .filter(([, blocks]) => blocks.length > 0),
);

/** Runs the next block of the page, as PostgreSQL's user. */
type Next = (cluster: Cluster, env: Record<string, string>) => string;

const query = ({ run }: Cluster, url: string, statement: string) =>
  run("psql", ["-At", "-v", "ON_ERROR_STOP=1", "-c", statement, url]).trim();

const databaseIn = (cluster: Cluster, name: string) => {
  query(cluster, cluster.url, `create database ${name}`);
  return cluster.url.replace(/postgres$/, name);
};

/** A cluster with a workspace and its key in the database of its settings. */
async function filled() {
  const cluster = await createCluster();
  const keys = await makeKeys(cluster.settings, 1);
  return { cluster, keys, url: cluster.url };
}

const addWorkspace = (name: string) =>
  `insert into workspaces (id, name, created_at) values ('ws_${name}', '${name}', now())`;

const namesOf = "select name from workspaces order by name";

/** Stops a server that a block started in this folder. */
function stopAtEnd(cluster: Cluster, data: string): void {
  onTestFinished(
    () => void cluster.shell(`pg_ctl -D ${data} -m immediate stop`, {}),
  );
}

const drills: Record<string, (next: Next) => Promise<void>> = {
  "Backup and restore": async (next) => {
    const { cluster, url } = await filled();
    const restored = databaseIn(cluster, "restored");
    next(cluster, { DATABASE_URL: url, EMPTY_DATABASE_URL: restored });
    const analyzed =
      "select count(*) > 0 from pg_stats where tablename = 'workspaces'";
    expect(query(cluster, restored, analyzed)).toBe("t");
    expect(query(cluster, restored, namesOf)).toBe(
      query(cluster, url, namesOf),
    );
  },

  "A base backup and the WAL": async (next) => {
    await restoreToAPoint(next, "until the base backup");
  },

  "To a point in time": async (next) => {
    const { cluster, restored } = await restoreToAPoint(
      nextOf("A base backup and the WAL"),
      next,
    );
    const before = Number(
      query(cluster, restored, "select last_value from events_sequence_seq"),
    );
    next(cluster, { DATABASE_URL: restored });
    const after = Number(
      query(cluster, restored, "select last_value from events_sequence_seq"),
    );
    expect(after - before).toBeGreaterThanOrEqual(1_000_000_000);
  },

  "A standby": async (next) => {
    const { cluster, url } = await filled();
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
    expect(query(cluster, standby, namesOf)).toContain("last");
    query(cluster, standby, addWorkspace("written"));
    expect(query(cluster, standby, "show synchronous_standby_names")).toBe("");
  },

  "A newer version of PostgreSQL": async (next) => {
    const { cluster: old, url } = await filled();
    query(old, url, "alter system set wal_level = logical");
    old.crash();
    old.start();
    const newer = await createCluster();
    const env = {
      OLD_URL: url,
      NEW_SERVER_URL: newer.url,
      NEW_URL: newer.url.replace(/postgres$/, "contacts"),
    };
    next(newer, env);
    const states = "select distinct srsubstate from pg_subscription_rel";
    await expect
      .poll(() => query(newer, env.NEW_URL, states), { timeout: 60_000 })
      .toBe("r");
    next(newer, env);
    expect(query(newer, env.NEW_URL, namesOf)).toBe(query(old, url, namesOf));
    const last = "select last_value from events_sequence_seq";
    expect(Number(query(newer, env.NEW_URL, last))).toBe(
      Number(query(old, url, last)) + 1000,
    );
    expect(
      query(newer, env.NEW_URL, "select count(*) from pg_subscription"),
    ).toBe("0");
  },

  "Upgrade and rollback": async (next) => {
    const { cluster, keys, url } = await filled();
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
    const { cluster, url } = await filled();
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
 * Makes a base backup and archives WAL; restores it to before a mistake, if `restore` is a block.
 */
async function restoreToAPoint(
  backup: Next,
  restore: Next | "until the base backup",
) {
  const { cluster, url } = await filled();
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
  expect(query(cluster, restored, namesOf)).toContain("kept");
  expect(query(cluster, restored, namesOf)).not.toContain("mistake");
  return { cluster, restored };
}

/** Returns the function that runs the blocks under a heading, one after the other. */
function nextOf(heading: string, onRun: () => void = () => undefined): Next {
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
