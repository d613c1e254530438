import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { sql } from "kysely";
import { readOptions } from "../../openapi/options.ts";
import { createCipher } from "../../server/auth/encryption.ts";
import { createMessengerToken } from "../../server/auth/messenger-tokens.ts";
import { openPostgres } from "../../server/store/open/postgres.ts";
import type { OpenStore } from "../../server/store/open/open-store.ts";
import { createDatabase } from "../support/database.ts";
import { call, create, type BenchRequest } from "./calls.ts";
import { median } from "./compare.ts";
import {
  type Callers,
  type Flood,
  type Loads,
  type Outcome,
  runLoads,
  type Tenant,
} from "./loads.ts";
import { makeKeys, startBuilt, startThisServer } from "./servers.ts";

const { base, only, quick } = readOptions(
  `npm run bench -- tenants [options]   workspaces beside each other on one server

  --base FOLDER  one workspace on another commit too, which is checked out and built in this folder
  --only TEXT    only comparisons with this text in their names
  --quick        one short round

How much of its pace a load keeps beside others, and how many times its median grows. Loads alone and together take turns in
short rounds; each figure is the median of the ratios within a round. On the PostgreSQL server of TEST_DATABASE_URL.`,
  {
    base: { type: "string" },
    only: { type: "string", default: "" },
    quick: { type: "boolean" },
  },
);
const rounds = quick ? 1 : 11;
/** The time of the loads in a round, in milliseconds. */
const time = quick ? 100 : 700;

/** Keys of a workspace that sends alone: no key uses up its window. */
const keys = quick ? 36 : 420;

/** Loads alone, and then together. The same load has the same name. */
interface Comparison {
  name: string;
  alone: Loads[];
  together: Loads;
  bounds: Bound[];
}

/** The part of its pace that a load keeps at least, or how many times its median grows at most. */
interface Bound {
  load: string;
  figure: "pace" | "median";
  bound: number;
}

/** A server with its workspaces. */
interface Served {
  one: Tenant;
  each: Tenant[];
  /** The workspaces of `each` in rotation. */
  twelve: Tenant;
  /** A client with nothing but the messenger token of the first workspace of `each`. */
  stranger: Flood;
}

const listOf = (limit: number) =>
  call(`list of ${limit}`, "listContacts", () => ({
    query: { limit: String(limit) },
  }));
const list = listOf(25);
const page = listOf(100);

/** One workspace on another commit and on this one. */
function comparisonsWith(other: Served, { one }: Served): Comparison[] {
  return [create, list].flatMap((kind) =>
    [8, 32].map((callers): Comparison => ({
      name: `other commit, this one: ${kind.name}, ${callers} in flight`,
      alone: [{ one: { tenants: [other.one], call: kind, callers } }],
      together: { one: { tenants: [one], call: kind, callers } },
      bounds: [{ load: "one", figure: "pace", bound: 0.95 }],
    })),
  );
}

function comparisonsOf({ one, each, twelve, stranger }: Served): Comparison[] {
  const [first, ...others] = each;
  if (!first) throw new Error("There are too few workspaces.");

  const oneAndTwelve = [create, list].flatMap((kind) =>
    [4, 8, 32, 64].map((callers): Comparison => ({
      name: `one, twelve: ${kind.name}, ${callers} in flight`,
      alone: [{ all: { tenants: [one], call: kind, callers } }],
      together: { all: { tenants: [twelve], call: kind, callers } },
      bounds: [{ load: "all", figure: "pace", bound: 0.95 }],
    })),
  );

  const many: Callers = { tenants: [first], call: list, callers: 32 };
  const eleven: Callers = { tenants: others, call: list, callers: 1 };
  const besideMany: Comparison = {
    name: "32 in flight beside eleven with one each",
    alone: [{ eleven }],
    together: { many, eleven },
    bounds: [{ load: "eleven", figure: "median", bound: 5 }],
  };

  const busy: Callers = { tenants: [one], call: list, callers: 8 };
  const pauses = [5, 20, 100].map((pause): Comparison => {
    const caller = { tenants: [first], call: list, callers: 1, pause };
    return {
      name: `8 in flight beside a caller that pauses ${pause} ms`,
      alone: [{ busy }, { caller }],
      together: { busy, caller },
      bounds: [
        { load: "busy", figure: "pace", bound: 0.8 },
        { load: "caller", figure: "median", bound: 5 },
      ],
    };
  });

  const creator: Callers = { tenants: [first], call: create, callers: 1 };
  const pages: Callers = { tenants: [one], call: page, callers: 16 };
  const besidePages: Comparison = {
    name: "a creator beside 16 callers of pages of 100",
    alone: [{ creator }, { pages }],
    together: { creator, pages },
    bounds: [
      { load: "creator", figure: "median", bound: 8 },
      { load: "pages", figure: "pace", bound: 0.8 },
    ],
  };

  const besideStranger = [4, 70].map((callers): Comparison => {
    const six: Callers = { tenants: each.slice(0, 6), call: list, callers };
    return {
      name: `six with ${callers} in flight each beside a stranger`,
      alone: [{ six }],
      together: { six, stranger },
      bounds: [{ load: "six", figure: "pace", bound: 0.8 }],
    };
  });

  return [
    ...oneAndTwelve,
    besideMany,
    ...pauses,
    besidePages,
    ...besideStranger,
  ];
}

/** A row of the table. */
interface Row {
  alone: number;
  ratio: number;
  bound: string;
  unavailable: number;
  verdict: "kept" | "missed";
}

/** Runs the rounds of a comparison, and returns its rows by their names. */
async function compare({
  name,
  alone,
  together,
  bounds,
}: Comparison): Promise<[name: string, row: Row][]> {
  const pairs: { before: Outcomes; after: Outcomes }[] = [];
  for (let round = 0; round < rounds; round++) {
    // Neither is always first, so that what else the machine does favours neither.
    if (round % 2 === 0) {
      const before = await runEach(alone);
      pairs.push({ before, after: await runLoads(together, time) });
    } else {
      const after = await runLoads(together, time);
      pairs.push({ before: await runEach(alone), after });
    }
  }
  const unavailable = pairs
    .flatMap(({ after }) => [...after.values()])
    .reduce((sum, outcome) => sum + outcome.unavailable, 0);
  return bounds.map(({ load, figure, bound }) => {
    const figures = pairs.map(({ before, after }) => ({
      before: before.get(load)?.[figure] ?? NaN,
      after: after.get(load)?.[figure] ?? NaN,
    }));
    const ratio = median(figures.map(({ before, after }) => after / before));
    const isKept = figure === "pace" ? ratio >= bound : ratio <= bound;
    const row: Row = {
      alone: Number(median(figures.map(({ before }) => before)).toFixed(1)),
      ratio: Number(ratio.toFixed(2)),
      bound: `${figure === "pace" ? "≥" : "≤"} ${bound}`,
      unavailable,
      verdict: isKept && unavailable === 0 ? "kept" : "missed",
    };
    return [`${name}: ${figure} of ${load}`, row];
  });
}

type Outcomes = Map<string, Outcome>;

async function runEach(parts: Loads[]): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  for (const loads of parts)
    for (const [name, outcome] of await runLoads(loads, time))
      outcomes.set(name, outcome);
  return outcomes;
}

const endings: (() => unknown)[] = [];

/** Starts a server, by default this commit's, on a database of its own with the workspaces. */
async function serve(folder?: string): Promise<Served> {
  const { url, drop } = await createDatabase(process.env["TEST_DATABASE_URL"]);
  endings.unshift(drop);
  // An older server runs on the tables of this commit.
  const store = await openPostgres(url);
  const settings = { TRUST_PROXY: "1" };
  const server =
    folder === undefined
      ? await startThisServer(url, settings)
      : await startBuilt(resolve(folder), url, settings);
  endings.unshift(server.stop);
  const { address } = server;
  const one = { address, keys: await makeKeys(store, 2 * keys, () => "one") };
  const twelveKeys = await makeKeys(store, 2 * keys, (n) => `w${n % 12}`);
  const twelve = { address, keys: twelveKeys };
  const each = Array.from({ length: 12 }, (_, workspace) => ({
    address,
    keys: twelveKeys.filter((_key, n) => n % 12 === workspace),
  }));
  await fill(store);
  const token = await makeToken(store);
  await store.close();
  const requests = await startSessions(address, token);
  const stranger = { address, requests, perSecond: 150 };
  const served = { one, each, twelve, stranger };
  await warmUp(served);
  return served;
}

/**
 * Lets a server run for a while: V8 compiles what runs often, and all workspaces have contacts of
 * the same kind.
 */
async function warmUp({ one, twelve }: Served): Promise<void> {
  for (const kind of [create, list, page]) {
    const all = { tenants: [one, twelve], call: kind, callers: 4 };
    await runLoads({ all }, quick ? time : 4000);
  }
}

/** Gives each workspace enough contacts for a page. */
async function fill({ database }: OpenStore): Promise<void> {
  await sql`
    insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
      custom_fields, created_at, updated_at, last_seen_at)
    select id, 'ct_0' || lpad(n::text, 25, '0'), 'Bárbara Núñez ' || n, n || '@example.com', '', '', 'Argentina', '',
      '{}', 'lead', false, 'api', '{}', now(), now(), now()
    from workspaces, generate_series(1, 200) n`.execute(database);
  await sql`analyze`.execute(database);
}

async function makeToken(store: OpenStore): Promise<string> {
  const { token } = await createMessengerToken(
    store,
    createCipher(Buffer.alloc(32)),
    { workspace: "w0", origins: ["https://shop.example"] },
    { by: "bench", command: "tenants" },
  );
  return token;
}

/** Requests of visitors from twelve addresses. */
async function startSessions(
  address: string,
  token: string,
): Promise<BenchRequest[]> {
  const requests: BenchRequest[] = [];
  for (let n = 1; n <= 12; n++) {
    const client = { "X-Forwarded-For": `192.0.2.${n}` };
    const response = await fetch(`${address}/v1/messenger/sessions`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        ...client,
      },
      body: "{}",
    });
    const { data } = (await response.json()) as { data: { secret: string } };
    requests.push({
      method: "GET",
      path: "/v1/messenger/articles",
      headers: { Authorization: `Bearer ${data.secret}`, ...client },
    });
  }
  return requests;
}

try {
  const now = await serve();
  const comparisons = comparisonsOf(now);
  if (base !== undefined)
    comparisons.unshift(...comparisonsWith(await serve(base), now));
  const rows: [name: string, row: Row][] = [];
  for (const comparison of comparisons) {
    if (!comparison.name.includes(only)) continue;
    rows.push(...(await compare(comparison)));
    console.error(comparison.name);
  }
  console.table(Object.fromEntries(rows));
  console.error(
    `Medians of ${rounds} rounds of ${time} ms: pace in responses a second and median in milliseconds alone, and the ratio together;\n` +
      `responses with 503 together. Node ${process.version}, ${availableParallelism()} cores.`,
  );
} finally {
  for (const end of endings) await end();
}
