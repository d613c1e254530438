import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import pg from "pg";
import { createKey } from "../../server/keys/keys.ts";
import { openPostgres } from "../../server/store/postgres.ts";
import { createDatabase } from "../support/database.ts";
import { concurrency, load } from "./load.ts";
import { keysFor, kinds, type BenchRequest } from "./requests.ts";
import { startThisServer } from "./servers.ts";

/** How many are in flight at a time, and how many workspaces are compared with one. */
const [widths, workspaces] = [[concurrency, 32], 12] as const;
const { TEST_DATABASE_URL } = process.env;
const { values: options } = parseArgs({ options: { quick: { type: "boolean" }, json: { type: "boolean" } } });
const { rounds, requests, warmUp } = options.quick
  ? { rounds: 1, requests: 80, warmUp: 80 }
  : { rounds: 5, requests: 2000, warmUp: 4000 }; // a server that has run for a while, as V8 compiles what runs often
const say = (line: string) => console.error(line);

/** How many transactions `pgbench` runs in a round, which takes a second or two. */
const transactions = options.quick ? 400 : 6000;
/** How many batches a round has, and how many elements each: as many as it can. */
const [batches, elements] = [options.quick ? 2 : 10, 100];

/** Creations per second, a figure for each round. */
type Rates = Record<string, number[]>;

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The median of the rounds' ratios: what runs in one round shares the machine's mood. */
const ratio = (rates: Rates, one: string, other: string) =>
  median((rates[one] ?? []).map((rate, round) => rate / (rates[other]?.[round] ?? Number.NaN)));

/** The rows of a creation, as `createContact` writes them, in the same number of transactions at a time. */
const script = `\\set n random(1, 2000000000)
begin;
insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
  custom_fields, created_at, last_seen_at)
values (:workspace, 'ct_' || gen_random_uuid(), 'Bárbara Núñez', 'barbara.nunez.' || :n || :client_id || '@example.com',
  '+54 11 5555-0134', 'Librería del Sur', 'Argentina', '', '{mayorista,"pago anual"}', 'lead', false, 'api',
  '{"plan":"oro","clientes":42}', now(), now()) on conflict do nothing;
insert into events (workspace_id, id, type, data, created_at)
values (:workspace, 'evt_' || gen_random_uuid(), 'contact.created', (select json_build_object('id', id, 'object', 'contact',
  'name', name, 'email', email, 'phone', phone, 'company', company, 'country', country, 'tags', tags, 'custom_fields',
  custom_fields, 'created_at', created_at) from contacts where workspace_id = :workspace limit 1), now());
commit;
`;

async function pgbench(file: string, url: string, workspaceId: string): Promise<number> {
  const each = Math.ceil(transactions / concurrency);
  const args = ["-n", "-M", "prepared", "-f", file, "-c", `${concurrency}`, "-j", "2", "-t", `${each}`];
  const { stdout } = await promisify(execFile)("pgbench", [...args, "-D", `workspace=${workspaceId}`, url]);
  return Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1]);
}

/** An empty database with keys of so many workspaces. */
async function prepare() {
  const { url, drop } = await createDatabase(TEST_DATABASE_URL);
  const store = await openPostgres(url);
  const count = keysFor(warmUp + rounds * (requests * widths.length + batches * 11));
  const keys: string[] = [];
  for (let n = 0; n < Math.max(count, workspaces); n++)
    keys.push((await createKey(store, { workspace: `w${n % workspaces}`, scopes: ["*"] })).key);
  const alone: string[] = [];
  while (alone.length < count) alone.push((await createKey(store, { workspace: "one", scopes: ["*"] })).key);
  const { id } = await store.database.selectFrom("workspaces").select("id").executeTakeFirstOrThrow();
  await store.close();
  return { url, drop, keys, alone, workspaceId: id };
}

async function main(): Promise<void> {
  if (!TEST_DATABASE_URL) throw new Error("Set TEST_DATABASE_URL to a PostgreSQL server that may be loaded.");
  const folder = mkdtempSync(join(tmpdir(), "contacts-writes-"));
  const file = join(folder, "creation.sql");
  writeFileSync(file, script);
  const [served, plain] = [await prepare(), await prepare()];
  const admin = new pg.Client(plain.url);
  await admin.connect();
  await admin.query("drop index contacts_search_grams");
  await admin.end();
  const server = await startThisServer({ settings: { DATABASE_URL: served.url, DATA_DIR: folder } });
  const rates: Rates = {};
  const costs: Rates = {};
  const note = (name: string, rate: number) => {
    (rates[name] ??= []).push(rate);
    say(`  ${name.padEnd(40)}${Math.round(rate)}/s`);
  };
  let sent = 0;
  const create = async (keys: string[], inFlight: number, count = requests) => {
    const next = () => kinds[0]!.request(sent++, { keys, contacts: [] });
    return (await load(server.address, count, next, inFlight)).perSecond;
  };
  const single = () => kinds[0]!.request(sent++, { keys: served.keys, contacts: [] });
  const ofBatch = () => {
    const contacts = Array.from({ length: elements }, () => JSON.parse(single().body ?? "") as unknown);
    return { ...single(), path: "/v1/contacts/batch", body: JSON.stringify({ contacts }) };
  };
  /** How many creations one by one cost as much as a batch: in time, and in CPU of the server. */
  const noteBatches = async () => {
    const measured = async (count: number, next: () => BenchRequest) => {
      const before = await server.cpu();
      const { perSecond } = await load(server.address, count, next, 1);
      return { time: 1 / perSecond, cpu: ((await server.cpu()) - before) / count };
    };
    const one = await measured(batches * 10, single);
    const batch = await measured(batches, ofBatch);
    for (const name of ["time", "cpu"] as const) (costs[name] ??= []).push(batch[name] / one[name]);
    say(
      `  a batch of ${elements}: ${(batch.time / one.time).toFixed(1)} creations, ${(batch.cpu / one.cpu).toFixed(1)} in CPU`,
    );
  };
  await create(served.keys, concurrency, warmUp);
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}`);
    for (const inFlight of widths) {
      note(`one workspace, ${inFlight} in flight`, await create(served.alone, inFlight));
      note(`${workspaces} workspaces, ${inFlight} in flight`, await create(served.keys, inFlight));
    }
    await noteBatches();
    note("pgbench", await pgbench(file, served.url, served.workspaceId));
    note("pgbench without search index", await pgbench(file, plain.url, plain.workspaceId));
  }
  await server.stop();
  await served.drop();
  await plain.drop();
  rmSync(folder, { recursive: true });
  const ratios = {
    ...Object.fromEntries(
      widths.map((width) => [
        `one workspace against ${workspaces}, ${width} in flight`,
        ratio(rates, `one workspace, ${width} in flight`, `${workspaces} workspaces, ${width} in flight`),
      ]),
    ),
    [`a creation against pgbench, ${concurrency} in flight`]: ratio(
      rates,
      `${workspaces} workspaces, ${concurrency} in flight`,
      "pgbench",
    ),
    [`a batch of ${elements}, in creations`]: median(costs["time"] ?? []),
    [`a batch of ${elements}, in CPU of creations`]: median(costs["cpu"] ?? []),
    "share of the search index": 1 - ratio(rates, "pgbench", "pgbench without search index"),
  };
  if (options.json) console.log(JSON.stringify({ rates, ratios }));
  else
    for (const [name, value] of Object.entries(ratios)) console.log(`${name.padEnd(46)}${value.toFixed(2)}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
