import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { Registry } from "prom-client";
import { claim } from "../../server/delivery/claim.ts";
import { createDueWorkspaces } from "../../server/delivery/due-workspaces.ts";
import { createPlaces } from "../../server/delivery/places.ts";
import { createKeyFinder } from "../../server/keys/find-key.ts";
import { reportBacklog } from "../../server/metrics/backlog.ts";
import { retain } from "../../server/retention.ts";
import { openForReading, openPostgres } from "../../server/store/postgres.ts";
import type { OpenStore } from "../../server/store/store.ts";
import { createDatabase } from "../support/database.ts";
import { atSizes } from "./at-sizes.ts";
import { startThisServer } from "./servers.ts";

const usage = `npm run bench -- workspaces --database URL [options]   what grows with the workspaces, at several sizes

  --database URL  the PostgreSQL server on which databases are made, and removed afterwards
  --sizes LIST    workspaces of each database (default 1000,10000); each has a webhook, a key, a token of the messenger
  --json          the figures for a program

Each figure is a time and the pages that PostgreSQL read, from memory or from the disk.`;

/** Deliveries of one webhook, which are older than all others. */
const longQueue = 20_000;

const filling = (workspaces: number): string[] => [
  `insert into workspaces select 'ws_' || n, 'w' || n, now() from generate_series(1, ${workspaces}) n`,
  `insert into webhooks (workspace_id, id, url, events, description, status, secret, created_at, updated_at)
    select id, 'wh_' || id, 'https://crm.example.com/', '{*}', '', 'enabled', '', now(), now() from workspaces`,
  `insert into api_keys (id, workspace_id, name, scopes, hash, last_four, created_at)
    select 'key_' || id, id, '', '{contacts:read}', md5(id), '0000', now() from workspaces`,
  `insert into messenger_tokens (id, workspace_id, name, origins, hash, last_four, secret, created_at)
    select 'mt_' || id, id, '', '{}', md5(id), '0000', '', now() from workspaces`,
  `insert into messenger_sessions (id, workspace_id, token_id, hash, name, email, email_verified, created_at)
    select 'ms_' || id, id, 'mt_' || id, md5(id), '', '', false, now() from workspaces`,
  `insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
      custom_fields, created_at, last_seen_at)
    select id, 'ct_' || id, 'Bárbara Núñez', 'b@example.com', '', '', '', '', '{}', 'lead', false, 'api', '{}', now(), now()
    from workspaces`,
  `insert into events (workspace_id, id, type, data, created_at)
    select id, 'evt_' || id, 'contact.created', '{}', now() from workspaces`,
];

/** Due deliveries of the last `workspaces`, and so many of the first one, which are older. */
const deliveries = (workspaces: number, ofFirst: number): string[] => [
  `truncate webhook_deliveries cascade`,
  `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
    select 'ws_1', 'first_' || n, 'wh_ws_1', 'evt_ws_1', 'pending', true, now() - interval '1 minute', now()
    from generate_series(1, ${ofFirst}) n`,
  `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
    select id, 'whd_' || id, 'wh_' || id, 'evt_' || id, 'pending', true, now(), now()
    from workspaces order by id desc limit ${workspaces}`,
  `analyze webhook_deliveries`,
];

/** What was measured → the value with its unit. */
type Figures = Record<string, string>;

/** The pages that PostgreSQL has read for this database so far. */
async function pagesRead({ database }: OpenStore): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  const { rows } = await sql<{ pages: number }>`
    select (blks_hit + blks_read)::float8 as pages from pg_stat_database where datname = current_database()`.execute(
    database,
  );
  return rows[0]?.pages ?? NaN;
}

async function measure(url: string, store: OpenStore, folder: string, workspaces: number): Promise<Figures> {
  const figures: Figures = {};
  const run = async (statements: string[]) => {
    const { database, close } = openForReading(url); // its statements may take minutes
    for (const statement of statements) await sql.raw(statement).execute(database);
    await close();
  };
  /** The median of some repetitions, after one in which things are compiled and planned for the first time. */
  const note = async (name: string, work: () => Promise<unknown>, repetitions = 9) => {
    await work();
    await pagesRead(store);
    const before = await pagesRead(store);
    const own = (await pagesRead(store)) - before;
    const all: { milliseconds: number; pages: number }[] = [];
    for (let n = 0; n < repetitions; n++) {
      const before = await pagesRead(store);
      const began = performance.now();
      await work();
      const milliseconds = performance.now() - began;
      all.push({ milliseconds, pages: (await pagesRead(store)) - before - own });
    }
    const median = (key: "milliseconds" | "pages") =>
      all.map((one) => one[key]).toSorted((a, b) => a - b)[repetitions >> 1] ?? NaN;
    const [milliseconds, pages] = [median("milliseconds"), median("pages")];
    figures[name] = `${milliseconds.toFixed(1)} ms, ${pages} pages`;
    console.error(`${workspaces} workspaces  ${name.padEnd(52)}${figures[name]}`);
  };
  const search = async () => {
    const due = createDueWorkspaces(store);
    await due.search();
    return due;
  };
  const claimOnce = async () => {
    const id = (await search()).next();
    if (id !== undefined) await claim(store, id, createPlaces().room(id));
  };
  const operator = (...args: string[]) =>
    promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "server/operator/main.ts", "operator", ...args],
      {
        env: { ...process.env, DATABASE_URL: url, ENCRYPTION_KEY: Buffer.alloc(32).toString("base64") },
      },
    );

  await run(filling(workspaces));
  await run(["vacuum analyze"]);
  await note("search, nothing due", search);
  await run(deliveries(10, 0));
  await note("search, 10 due", search);
  await note("search and claim of one workspace, 10 due", claimOnce);
  await run(deliveries(workspaces, 0));
  await note("search, one due in each workspace", search);
  await note("search and claim of one workspace, all due", claimOnce);
  await run(deliveries(10, longQueue));
  await note(`search, 10 due behind ${longQueue} of one webhook`, search);
  await note("metrics of deliveries", () => {
    const registry = new Registry(); // another one has the figures of its last seconds
    reportBacklog(registry, store);
    return registry.metrics();
  });
  await run(deliveries(0, 0));
  await note("retention, nothing to delete", () => retain(store));
  await note("a key by its hash", () => createKeyFinder(store).find("none"));
  await note("doctor", () => operator("doctor"), 3);
  let files = 0;
  await note("export of one workspace", () => operator("export", "w2", join(folder, `export${files++}`)), 3);
  let erased = 2;
  await note(
    "erasure of one workspace",
    () => {
      const name = `w${++erased}`;
      return operator("erase", name, "--yes", name);
    },
    3,
  );
  await note(
    "start and stop of a server",
    async () => {
      const { stop } = await startThisServer({ settings: { DATA_DIR: folder, DATABASE_URL: url } });
      await stop();
    },
    3,
  );
  return figures;
}

async function measureOnce(server: string, workspaces: number): Promise<Figures> {
  const { url, drop } = await createDatabase(server);
  const store = await openPostgres(url);
  const folder = mkdtempSync(join(tmpdir(), "contacts-workspaces-"));
  try {
    return await measure(url, store, folder, workspaces);
  } finally {
    await store.close();
    await drop();
    rmSync(folder, { recursive: true });
  }
}

atSizes(usage, "1000,10000", measureOnce);
