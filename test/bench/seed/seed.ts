import pg from "pg";
import { createKey } from "../../../server/keys/keys.ts";
import { openPostgres } from "../../../server/store/postgres.ts";
import { bareTables } from "./bare-tables.ts";
import { copyRows } from "./copy.ts";
import { sizesFor, type Sizes } from "./sizes.ts";
import { rowsOf } from "./workspace.ts";

/** The workspace that is measured. A second one, of a tenth of its size, is in the way. */
export const workspace = "scale";

/** Workspaces of one contact each: so PostgreSQL takes any workspace for a small one, when it plans for all values. */
const smallWorkspaces = 2000;

/** What is told while it runs: what is being done, and how much of it, from 0 to 1. */
export type Progress = (what: string, done: number) => void;

/**
 * Fills a PostgreSQL database, whose tables it makes when they are missing, and gives a key for everything. All of it
 * is there or nothing.
 * @throws Error when the database has workspaces already and `replace` does not say to delete them
 */
export async function seed(
  url: string,
  sizes: Sizes,
  onProgress: Progress,
  { replace = false } = {},
): Promise<string> {
  const store = await openPostgres(url);
  const client = new pg.Client(url);
  try {
    await client.connect();
    await client.query("begin");
    if (replace) await client.query("truncate workspaces cascade");
    const { rowCount } = await client.query("select from workspaces limit 1");
    if (rowCount) {
      throw new Error(
        "The database has data already. Give --replace to delete it, or name an empty database.",
      );
    }
    await fill(client, sizes, onProgress);
    await client.query("commit");
    onProgress("statistics", 0);
    await client.query("vacuum (analyze)");
    onProgress("statistics", 1);
    return (await createKey(store, { workspace, scopes: ["*"], name: "scale" })).key;
  } finally {
    await client.end();
    await store.close();
  }
}

async function fill(client: pg.Client, sizes: Sizes, onProgress: Progress): Promise<void> {
  const now = Date.now();
  const loads = [
    ...rowsOf("ws_scale", workspace, sizes, now),
    ...rowsOf("ws_neighbour", "neighbour", tenth(sizes), now),
  ];
  await client.query(
    "insert into workspaces (id, name, created_at) select unnest($1::text[]), unnest($2::text[]), $3",
    [["ws_scale", "ws_neighbour"], [workspace, "neighbour"], new Date(now)],
  );
  await client.query(
    `with small as (
      insert into workspaces (id, name, created_at) select 'ws_small_' || n, 'small ' || n, $1 from generate_series(1, $2) n
      returning id
    ) insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
        custom_fields, created_at, last_seen_at)
      select id, replace(id, 'ws_', 'ct_'), 'Ana', 'ana@example.com', '', '', '', '', '{}', 'lead', false, 'api', '{}', $1, $1
      from small`,
    [new Date(now), smallWorkspaces],
  );
  await client.query("set local maintenance_work_mem = '512MB'");
  const again = await bareTables(client, [...new Set(loads.map(({ table }) => table))]);
  for (const load of loads) {
    await copyRows(client, load, (done) => onProgress(load.table, done / load.count));
  }
  for (const [place, statement] of again.entries()) {
    onProgress("indexes", place / again.length);
    await client.query(statement);
  }
  onProgress("indexes", 1);
  await client.query(
    "insert into ticket_numbers select workspace_id, max(number) from tickets group by workspace_id",
  );
}

const tenth = (sizes: Sizes) =>
  sizesFor(Math.ceil(sizes.contacts / 10), {
    messages: Math.ceil(sizes.messages / 10),
    events: Math.ceil(sizes.events / 10),
  });
