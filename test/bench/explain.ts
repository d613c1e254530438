import { randomBytes } from "node:crypto";
import pg from "pg";
import type { CreateConversationRequest } from "../../generated/types.ts";
import { readOptions } from "../../openapi/options.ts";
import { applyRetention } from "../../server/boot/retention.ts";
import { createCipher } from "../../server/auth/encryption.ts";
import { openPool } from "../../server/store/open/postgres.ts";
import { types } from "../../server/store/database/value-types.ts";
import { localRevocations } from "../../server/store/database/revocations.ts";
import { planning } from "../../server/store/database/pool.ts";
import { beside, createDatabase, nameOf } from "../support/database.ts";
import { everyOperation } from "../support/operation.ts";
import { serve } from "../support/server.ts";
import { credentialsOf, fillWorkspace, requestTo } from "../support/world.ts";
import { call, daily, filters, pick, searches, type Call } from "./calls.ts";
import { flawsIn, largeTable, pages, toLines, type Plan } from "./plan.ts";
import { readSeeded, workspace, type Seeded } from "./seed.ts";

/** So many times the pages of the plan for the values may the plan for all values read. */
const maxTimes = 5;

const options = readOptions(
  `npm run bench -- explain --database URL   shows how PostgreSQL runs every statement of every operation

It starts the server on copies of a database that npm run bench -- seed has filled, calls each operation, and has auto_explain
tell how each statement was run: as PostgreSQL plans it for these values and, of those that are prepared, as it plans it for
all values. It ends with 1 when a table of more than ${largeTable} rows is read from end to end, when much more is read than
given, and when the plan for all values reads much more.`,
  { database: { type: "string" } },
);

/** A statement that the server has sent for a call, and how the database ran it. */
interface Explained {
  call: string;
  sql: string;
  plan: Plan;
}

/** Every operation once, and those with a choice of plans with each. What deletes comes last. */
const calls: Call<Seeded>[] = [
  ...daily,
  call("contacts, last page", "listContacts", (_n, { deepContacts }) => ({
    query: { cursor: deepContacts.at(-1) ?? "", limit: "100" },
  })),
  ...filters,
  ...searches,
  call("search, 90 % deep", "listContacts", (n, { deepContacts }) => ({
    query: { q: "garcia", cursor: pick(deepContacts, n) },
  })),
  call("a contact's conversations", "listConversations", (n, { contacts }) => ({
    query: { contact_id: pick(contacts, n), status: "open" },
  })),
  call("start conversation once", "createConversation", (n, { contacts }) => ({
    headers: { "Idempotency-Key": "explain" },
    body: {
      contact_id: pick(contacts, n),
      body: "Hola",
    } satisfies CreateConversationRequest,
  })),
  call(
    "feed of common types, 90 % deep",
    "listEvents",
    (n, { deepEvents }) => ({
      query: {
        cursor: pick(deepEvents, n),
        types: "contact.created,message.created",
      },
    }),
  ),
];
const documented = everyOperation.toSorted(
  (a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"),
);

/**
 * Makes all calls on a copy of a database. Returns the plans of auto_explain, which statements are
 * prepared, and which tables are large.
 */
async function explain(url: string, plans: "custom" | "generic") {
  const copy = await createDatabase(beside(url, "postgres"), nameOf(url));
  const data = await readSeeded(copy.url, 1);
  const explained: Explained[] = [];
  let current = "";
  const settings =
    `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on; ` +
    `set auto_explain.log_buffers = on; set auto_explain.log_format = json; set client_min_messages = log; ` +
    `${planning}; set plan_cache_mode = force_${plans}_plan`;
  const onConnect = async (client: pg.ClientBase) => {
    await client.query(settings);
    client.on("notice", ({ message = "" }) => {
      const json = message.slice(message.indexOf("{"));
      if (!/^duration: .* plan:/.test(message)) return;
      const { "Query Text": sql, Plan: plan } = JSON.parse(json) as {
        "Query Text": string;
        Plan: Plan;
      };
      explained.push({ call: current, sql, plan });
    });
  };
  const pool = new pg.Pool({
    connectionString: copy.url,
    max: 1,
    pipeline: true,
    types,
    onConnect,
  });
  const store = openPool(pool, localRevocations(), {});
  const cipher = createCipher(randomBytes(32));
  const credentials = credentialsOf({ store, cipher }, workspace);
  const server = await serve({ store, cipher, localWebhooks: true });
  const send = async ({ path, ...init }: RequestInit & { path: string }) => {
    const response = await fetch(server.address + path, init);
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${init.method} ${path} → ${response.status} ${text}`);
  };
  try {
    for (const [n, { operation, name, request }] of calls.entries()) {
      current = `${operation}: ${name}`;
      await send(request(n, data));
    }
    current = "";
    const [filled] = await fillWorkspace(
      { address: server.address, store },
      workspace,
      ["explain"],
    );
    const rows = { ...filled, wh: data.webhook, whd: data.delivery }; // those of the many
    for (const operation of documented) {
      const { path, method, json } = requestTo(operation, rows);
      const secret = await credentials.for(operation, rows);
      const headers = {
        Authorization: `Bearer ${secret}`,
        "Content-Type": "application/json",
      };
      current = `${operation.id}: as documented`;
      await send({
        path,
        method,
        headers,
        body: json ? JSON.stringify(json) : null,
      });
      current = "";
    }
    current = "retention";
    await applyRetention(store);
    current = "";
    const prepared = await pool.query<{ text: string }>(
      "select statement as text from pg_prepared_statements",
    );
    const large = await pool.query<{ text: string }>(
      `select relname as text from pg_class where relkind = 'r' and reltuples > ${largeTable}`,
    );
    const texts = (result: { rows: { text: string }[] }) =>
      new Set(result.rows.map(({ text }) => text));
    const ofCalls = explained.filter((one) => one.call !== "");
    return {
      explained: ofCalls,
      prepared: texts(prepared),
      large: texts(large),
    };
  } finally {
    await server.close();
    await store.close();
    await copy.drop();
  }
}

/**
 * Takes the plan for all values out of a list: of a statement that is sent several times, the first
 * that is left.
 */
function takeSame(one: Explained, generic: Explained[]): Plan | undefined {
  const index = generic.findIndex(
    (it) => it.call === one.call && it.sql === one.sql,
  );
  if (index < 0) return undefined;
  const [same] = generic.splice(index, 1);
  return same?.plan;
}

/** Lists the faults of a plan for all values beside the plan for these values. */
function flawsForAll(forAll: Plan, plan: Plan, large: Set<string>): string[] {
  const flaws = flawsIn(forAll, large);
  if (pages(forAll) > maxTimes * pages(plan))
    flaws.push(`reads ${pages(forAll)} pages instead of ${pages(plan)}`);
  return flaws;
}

async function main(url: string): Promise<void> {
  const { explained, large } = await explain(url, "custom");
  const { explained: all, prepared } = await explain(url, "generic");
  const generic = all.filter(({ sql }) => prepared.has(sql));
  const found: string[] = [];
  let last = "";
  for (const statement of explained) {
    const { call: name, sql, plan } = statement;
    if (name !== last) console.log(`${last === "" ? "" : "\n"}${name}`);
    last = name;
    console.log(`  ${sql.replaceAll(/\s+/g, " ").trim()}`);
    console.log(toLines(plan).join("\n"));

    const forAll = takeSame(statement, generic);
    const ofAll = forAll ? flawsForAll(forAll, plan, large) : [];
    if (forAll && ofAll.length > 0)
      console.log(["    for all values:", ...toLines(forAll, 3)].join("\n"));
    const flaws = [
      ...flawsIn(plan, large),
      ...ofAll.map((flaw) => `${flaw}, planned for all values`),
    ];
    for (const flaw of flaws) {
      console.log(`    FLAW: ${flaw}`);
      found.push(`${name} ${flaw}.`);
    }
  }
  if (found.length === 0) return;
  console.error(`\n${found.join("\n")}`);
  process.exitCode = 1;
}

if (options.database !== undefined) await main(options.database);
else {
  console.error("Name the database: --database URL");
  process.exitCode = 1;
}
