import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { readOptions } from "../../openapi/options.ts";
import { createKey } from "../../server/auth/keys.ts";
import { openPostgres } from "../../server/store/postgres.ts";
import { createDatabase } from "../support/database.ts";
import { create, keysFor, type BenchRequest } from "./calls.ts";
import { concurrency, load, median } from "./compare.ts";
import { postgresCpu } from "./cpu.ts";
import { startThisServer, type BenchServer } from "./servers.ts";

/** The rows of a creation, as `createContact` writes them, in the same number of transactions at a time. */
const script = `\\set n random(1, 9999999)
begin;
insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
  custom_fields, created_at, updated_at, last_seen_at)
values (:workspace, 'ct_' || gen_random_uuid(), 'Bárbara Núñez', 'barbara.nunez.' || :n || '@example.com',
  '+54 11 5555-0134', 'Librería del Sur', 'Argentina', '', '{mayorista,"pago anual"}', 'lead', false, 'api',
  '{"plan":"oro","clientes":42}', now(), now(), now()) on conflict do nothing;
insert into events (workspace_id, id, type, data, created_at)
values (:workspace, 'evt_' || gen_random_uuid(), 'contact.created', (select json_build_object('id', id, 'object', 'contact',
  'name', name, 'email', email, 'phone', phone, 'company', company, 'country', country, 'tags', tags, 'custom_fields',
  custom_fields, 'created_at', created_at) from contacts where workspace_id = :workspace limit 1), now());
commit;
`;

/** What is measured of creations: their number, and what each costs PostgreSQL. NaN when it is not on this machine. */
const [perSecondOf, microsecondsOf] = ["creations per second", "µs of PostgreSQL"];

/** Has `pgbench` create contacts, 8 at a time. */
async function pgbench(
  url: string,
  workspaceId: string,
  transactions: number,
): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), "contacts-pgbench-"));
  const file = join(folder, "creation.sql");
  writeFileSync(file, script);
  const each = Math.ceil(transactions / concurrency);
  const args = ["-n", "-M", "prepared", "-f", file, "-c", `${concurrency}`, "-j", "2", "-t", `${each}`];
  const before = await postgresCpu(url);
  const { stdout } = await promisify(execFile)("pgbench", [...args, "-D", `workspace=${workspaceId}`, url]);
  const cpu = (await postgresCpu(url)) - before;
  rmSync(folder, { recursive: true });
  return {
    [perSecondOf]: Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1]),
    [microsecondsOf]: (cpu * 1e6) / (each * concurrency),
  };
}

const { TEST_DATABASE_URL } = process.env;
const { quick } = readOptions(
  `npm run bench -- writes [--quick]

Creations in one workspace beside twelve, 8 and 32 in flight; a batch of 100 beside one creation; and pgbench, which writes the
same rows. On the PostgreSQL server of TEST_DATABASE_URL.`,
  { quick: { type: "boolean" } },
);
/** `transactions` is how many pgbench runs in a round. Warm is a server that has run for a while, as V8 compiles what runs often. */
const plan = quick
  ? { rounds: 1, requests: 80, warmUp: 80, transactions: 400, batches: 2 }
  : { rounds: 5, requests: 2000, warmUp: 4000, transactions: 6000, batches: 40 };
const { rounds, requests, warmUp, transactions, batches } = plan;
/** How many are in flight at a time, how many workspaces are compared with one, and how many elements a batch has. */
const [widths, workspaces, elements] = [[concurrency, 32], 12, 100] as const;

/** What was measured → a figure for each round. */
const figures: Record<string, number[]> = {};
function note(name: string, measured: Record<string, number>): void {
  for (const [what, figure] of Object.entries(measured)) (figures[`${name}: ${what}`] ??= []).push(figure);
  const shown = Object.entries(measured).map(
    ([what, figure]) => `${figure.toFixed(figure < 100 ? 1 : 0)} ${what}`,
  );
  console.error(`  ${name.padEnd(32)}${shown.join(", ")}`);
}

/** The median of the rounds' ratios: what runs in one round shares the machine's mood. */
function ratio(one: string, other: string, what = perSecondOf): number {
  const others = figures[`${other}: ${what}`] ?? [];
  return median((figures[`${one}: ${what}`] ?? []).map((figure, round) => figure / (others[round] ?? NaN)));
}

/** An empty database with keys of so many workspaces. */
async function prepare() {
  const { url, drop } = await createDatabase(TEST_DATABASE_URL);
  const store = await openPostgres(url);
  const count = keysFor(warmUp + (rounds + 1) * (requests * widths.length + batches * 11));
  const keys: string[] = [];
  for (let n = 0; n < Math.max(count, workspaces); n++)
    keys.push((await createKey(store, { workspace: `w${n % workspaces}`, scopes: ["*"] })).key);
  const alone: string[] = [];
  while (alone.length < count) alone.push((await createKey(store, { workspace: "one", scopes: ["*"] })).key);
  const { id } = await store.database.selectFrom("workspaces").select("id").executeTakeFirstOrThrow();
  await store.close();
  return { url, drop, keys, alone, workspaceId: id };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

let sent = 0;
const single = (keys: string[]) => create.request(sent++, { keys, contacts: [] });

async function createOneByOne(
  server: BenchServer,
  url: string,
  keys: string[],
  inFlight: number,
  count = requests,
) {
  const [byServer, byDatabase] = [await server.cpu(), await postgresCpu(url)];
  const { perSecond } = await load(server.address, count, () => single(keys), inFlight);
  return {
    [perSecondOf]: perSecond,
    "µs of the server": ((await server.cpu()) - byServer) / count,
    [microsecondsOf]: (((await postgresCpu(url)) - byDatabase) * 1e6) / count,
  };
}

/** How many creations one by one take as long as a batch, and as much CPU of the server. */
async function compareBatches(server: BenchServer, keys: string[]) {
  const measured = async (calls: number, next: () => BenchRequest) => {
    const before = await server.cpu();
    const { perSecond } = await load(server.address, calls, next, 1);
    return { seconds: 1 / perSecond, cpu: ((await server.cpu()) - before) / calls };
  };
  const batch = () => {
    const contacts = Array.from({ length: elements }, () => JSON.parse(single(keys).body ?? "") as unknown);
    return { ...single(keys), path: "/v1/contacts/batch", body: JSON.stringify({ contacts }) };
  };
  const [one, all] = [await measured(batches * 10, () => single(keys)), await measured(batches, batch)];
  return {
    "creations in time": all.seconds / one.seconds,
    "in CPU of the server": all.cpu / one.cpu,
  };
}

const name = (width: number, count = 1) =>
  `${count === 1 ? "one workspace" : `${count} workspaces`}, ${width} in flight`;

async function measure(server: BenchServer, served: Prepared, other: Prepared) {
  await createOneByOne(server, served.url, served.keys, concurrency, warmUp);
  await compareBatches(server, served.keys);
  for (let round = 1; round <= rounds; round++) {
    console.error(`round ${round} of ${rounds}`);
    for (const width of widths) {
      note(name(width), await createOneByOne(server, served.url, served.alone, width));
      note(name(width, workspaces), await createOneByOne(server, served.url, served.keys, width));
    }
    note(`a batch of ${elements}`, await compareBatches(server, served.keys));
    note("pgbench", await pgbench(other.url, other.workspaceId, transactions));
  }
}

function ratios(): Record<string, number> {
  const many = name(concurrency, workspaces);
  return {
    ...Object.fromEntries(
      widths.map((width) => [
        `one workspace against ${name(width, workspaces)}`,
        ratio(name(width), name(width, workspaces)),
      ]),
    ),
    [`a creation against pgbench, ${concurrency} in flight`]: ratio(many, "pgbench"),
    [`a creation against pgbench, ${microsecondsOf}`]: ratio(many, "pgbench", microsecondsOf),
    ...Object.fromEntries(
      ["creations in time", "in CPU of the server"].map((what) => [
        `a batch of ${elements}: ${what}`,
        median(figures[`a batch of ${elements}: ${what}`] ?? []),
      ]),
    ),
  };
}

if (!TEST_DATABASE_URL) throw new Error("Set TEST_DATABASE_URL to a PostgreSQL server that may be loaded.");
const folder = mkdtempSync(join(tmpdir(), "contacts-writes-"));
const [served, other] = [await prepare(), await prepare()];
try {
  const server = await startThisServer({ settings: { DATABASE_URL: served.url, DATA_DIR: folder } });
  await measure(server, served, other);
  await server.stop();
} finally {
  for (const { drop } of [served, other]) await drop();
  rmSync(folder, { recursive: true });
}
for (const [what, value] of Object.entries(ratios())) console.log(`${what.padEnd(66)}${value.toFixed(2)}`);
