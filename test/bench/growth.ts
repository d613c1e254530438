import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql, type Kysely } from "kysely";
import { createClient } from "../../client/index.ts";
import { createKey } from "../../server/keys/keys.ts";
import { deleteExpiredEvents } from "../../server/resources/events.ts";
import { openForReading, openPostgres } from "../../server/store/postgres.ts";
import type { OpenStore } from "../../server/store/store.ts";
import type { Tables } from "../../server/store/tables.ts";
import { createDatabase } from "../support/database.ts";
import { atSizes } from "./at-sizes.ts";
import { cpuOf } from "./postgres-cpu.ts";
import { startThisServer } from "./servers.ts";

const usage = `npm run bench -- growth --database URL [options]   what grows with the events, at several sizes

  --database URL  the PostgreSQL server on which databases are made, and removed afterwards
  --sizes LIST    events of each database (default 100000,1000000); each event has a delivery and an attempt
  --json          the figures for a program

There is a workspace with a webhook for each hundred events; one of them has half of the events. CPU is that of the
database's session, where the server runs on this machine.`;

/** Repetitions of what takes milliseconds; the median counts. */
const times = 20;

/** What was measured → the value with its unit. */
type Figures = Record<string, string>;

const moment = `to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const contact = `json_build_object('id', 'ct_' || lpad(n::text, 26, '0'), 'object', 'contact', 'name', 'Bárbara Núñez', 'email', n || '@example.com',
  'phone', '+54 11 5555-0134', 'company', 'Librería del Sur', 'country', 'Argentina', 'city', '', 'tags',
  array['mayorista', 'pago anual'], 'lifecycle', 'lead', 'vip', false, 'source', 'api', 'custom_fields',
  json_build_object('plan', 'oro', 'clientes', 42), 'conversations_count', 0, 'tickets_count', 0, 'created_at',
  ${moment}, 'last_seen_at', ${moment})`;

/** The statements that fill a database, in which the first workspace has half of everything. */
const filling = (events: number, workspaces: number): Record<string, string> => ({
  workspaces: `insert into workspaces select 'ws_' || n, 'w' || n, now() from generate_series(0, ${workspaces}) n`,
  webhooks: `insert into webhooks (workspace_id, id, url, events, description, status, secret, created_at, updated_at)
    select id, 'wh_' || id, 'https://crm.example.com/', '{*}', '', 'disabled', '', now(), now() from workspaces`,
  contacts: `insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
      custom_fields, created_at, last_seen_at)
    select 'ws_' || n % 2 * (1 + n % ${workspaces}), 'ct_' || lpad(n::text, 26, '0'), 'Bárbara Núñez ' || md5(n::text),
      n || '@example.com', '+54 11 5555-0134', 'Librería del Sur', 'Argentina', '', '{mayorista}', 'lead', false, 'api',
      '{"plan":"oro"}', now(), now() from generate_series(1, ${Math.ceil(events / 10)}) n`,
  events: `insert into events (workspace_id, id, type, data, created_at)
    select 'ws_' || n % 2 * (1 + n % ${workspaces}), 'evt_' || lpad(n::text, 26, '0'), 'contact.created', ${contact},
      now() - interval '25 days' + n * interval '1 ms' from generate_series(1, ${events}) n`,
  webhook_deliveries: `insert into webhook_deliveries
      (workspace_id, id, webhook_id, event_id, status, retry, attempts, next_attempt_at, created_at)
    select workspace_id, 'whd' || substr(id, 4), 'wh_' || workspace_id, id,
      case when sequence % 11 = 0 then 'pending' else 'succeeded' end, true, 1,
      case when sequence % 11 = 0 then now() end, created_at from events`,
  webhook_attempts: `insert into webhook_attempts
    select workspace_id, id, 1, created_at, 204, null, 50, '' from webhook_deliveries`,
});

/** Runs on one session. Gives the time and the CPU that the session took, and that for each of so many rows. */
async function timed(
  session: Kysely<Tables>,
  rows: number,
  work: (database: Kysely<Tables>) => Promise<unknown>,
) {
  return session.connection().execute(async (database) => {
    const { rows: sessions } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
    const pid = sessions[0]?.pid ?? 0;
    const [start, before] = [performance.now(), cpuOf(pid)];
    await work(database);
    const [seconds, cpu] = [(performance.now() - start) / 1000, cpuOf(pid) - before];
    return `${seconds.toFixed(2)} s, CPU ${cpu.toFixed(2)} s, ${((cpu * 1e6) / rows).toFixed(1)} µs each`;
  });
}

const median = async (repetitions: number, work: (n: number) => Promise<unknown>): Promise<string> => {
  const all: number[] = [];
  for (let n = 0; n < repetitions; n++) {
    const start = performance.now();
    await work(n);
    all.push(performance.now() - start);
  }
  return `${all.toSorted((a, b) => a - b)[Math.floor(repetitions / 2)]?.toFixed(1)} ms`;
};

/** Measures in a database of its own, which is removed afterwards. */
async function measureOnce(server: string, events: number): Promise<Figures> {
  const { url, drop } = await createDatabase(server);
  const store = await openPostgres(url);
  const folder = mkdtempSync(join(tmpdir(), "contacts-growth-"));
  const { database: patient, close } = openForReading(url);
  try {
    return await measure({ url, store, patient, folder }, events);
  } finally {
    await close();
    await store.close();
    await drop();
    rmSync(folder, { recursive: true });
  }
}

/** What is measured: a database, and a folder for files. */
interface Measured {
  url: string;
  store: OpenStore;
  /** One session, whose statements may take minutes. */
  patient: Kysely<Tables>;
  folder: string;
}

/** Through a server: a page of the feed of the largest workspace, and the erasure of one of its persons. */
async function throughServer(
  { url, store, folder }: Measured,
  events: number,
): Promise<{ page: string; erasure: string }> {
  const { key } = await createKey(store, { workspace: "w0", scopes: ["*"] });
  const { address, stop } = await startThisServer({ settings: { DATA_DIR: folder, DATABASE_URL: url } });
  const client = createClient({ baseUrl: address, apiKey: key });
  const person = (n: number) => `ct_${String(2 * n + 2).padStart(26, "0")}`;
  const cursor = `evt_${String(2 * Math.floor(events * 0.45)).padStart(26, "0")}`;
  try {
    const page = await median(times, () => client.events.list({ cursor }));
    return { page, erasure: await median(3, (n) => client.contacts.delete(person(n))) };
  } finally {
    await stop();
  }
}

async function measure({ url, store, patient, folder }: Measured, events: number): Promise<Figures> {
  const workspaces = Math.ceil(events / 100);
  const figures: Figures = {};
  const note = (name: string, value: string) => {
    figures[name] = value;
    console.error(`${events} events  ${name.padEnd(44)}${value}`);
  };
  const run = (statement: string) => (database: Kysely<Tables>) => sql.raw(statement).execute(database);
  for (const [table, statement] of Object.entries(filling(events, workspaces)))
    note(
      `filling ${table}`,
      await timed(patient, table === "contacts" ? events / 10 : events, run(statement)),
    );
  await timed(patient, 1, run("vacuum analyze"));
  const sizes = await sql<{ table: string; bytes: number; indexes: number }>`
    select relname as table, pg_table_size(oid)::float8 as bytes, pg_indexes_size(oid)::float8 as indexes from pg_class
    where relname in ('contacts', 'events', 'webhook_deliveries', 'webhook_attempts')`.execute(
    store.database,
  );
  for (const { table, bytes, indexes } of sizes.rows) {
    const rows = table === "contacts" ? events / 10 : events;
    note(
      `bytes of a row, ${table}`,
      `${Math.round(bytes / rows)} and ${Math.round(indexes / rows)} in indexes`,
    );
  }

  const { page, erasure } = await throughServer({ url, store, patient, folder }, events);
  note(`a page of the feed, behind 90 % of ${events / 2} events`, page);
  note(`an erasure among ${events / 2} events`, erasure);
  const dump = join(folder, "dump");
  const start = performance.now();
  await promisify(execFile)("pg_dump", ["-Fc", "-f", dump, url]);
  note(
    "a backup",
    `${((performance.now() - start) / 1000).toFixed(1)} s, ${Math.round(statSync(dump).size / 1e6)} MB`,
  );

  await sql`create table dropped (like events including all)`.execute(store.database);
  await timed(patient, events, run("insert into dropped overriding system value select * from events"));
  const later: OpenStore["now"] = () => sql<string>`now() + interval '60 days'`;
  note(
    "retention of all of them",
    await timed(patient, events, (database) => deleteExpiredEvents({ ...store, database, now: later })),
  );
  note(
    "vacuum after it",
    await timed(patient, events, run("vacuum events, webhook_deliveries, webhook_attempts")),
  );
  note("the same by dropping a table", await timed(patient, events, run("drop table dropped")));
  return figures;
}

atSizes(usage, "100000,1000000", measureOnce);
