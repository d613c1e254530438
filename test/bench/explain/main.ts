import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { Kysely, sql } from "kysely";
import pg from "pg";
import { createApp } from "../../../server/app.ts";
import { loadContract } from "../../../server/contract/load.ts";
import { createValidator } from "../../../server/contract/validator.ts";
import { createCipher } from "../../../server/auth/encryption.ts";
import { listen } from "../../../server/http/listen.ts";
import { deleteExpiredKeys } from "../../../server/api/idempotency.ts";
import { createMemoryLimiter } from "../../../server/limits/limiter.ts";
import { createLog } from "../../../server/telemetry/log.ts";
import { deleteEndedSessions } from "../../../server/api/messenger/sessions.ts";
import { deleteExpiredEvents } from "../../../server/api/events.ts";
import { readOptions } from "../../../openapi/options.ts";
import { createDialect } from "../../../server/store/driver.ts";
import { databaseNow, openPostgres } from "../../../server/store/postgres.ts";
import { defaultQuotas } from "../../../server/store/quotas.ts";
import { planning } from "../../../server/store/session.ts";
import { localRevocations } from "../../../server/store/revocations.ts";
import type { Store } from "../../../server/store/store.ts";
import type { Tables } from "../../../server/store/tables.ts";
import { credentialsOf } from "../../support/world.ts";
import { readSeeded, workspace } from "../seed.ts";
import { explained, type Explainable } from "./calls.ts";
import { explainingDriver, type Explained, type Plan } from "./driver.ts";

/** A table with more rows is large: no statement may read it from end to end. */
const largeTable = 10_000;

/** So many rows may a step read and throw away. */
const mostRemoved = 20_000;

/** What is wrong with a plan, in words. `large` tells which tables are. */
function flawsIn(plan: Plan, large: Set<string>): string[] {
  const { "Node Type": type, "Relation Name": table = "" } = plan;
  const flaws = (plan.Plans ?? []).flatMap((child) => flawsIn(child, large));
  // A limit may end it early.
  if (type === "Seq Scan" && large.has(table) && given(plan) + removed(plan) > largeTable)
    flaws.push(`reads ${table} from end to end`);
  if (removed(plan) > mostRemoved) {
    flaws.push(`reads ${removed(plan)} rows of ${placeOf(plan)} to give ${given(plan)}`);
  }
  return flaws;
}

/** So many times the pages of the plan for the values may the plan for all values read. */
const mostTimes = 5;

/** What is wrong with the plan for all values of a prepared statement. */
function genericFlaws({ plan, generic }: Explained, large: Set<string>): string[] {
  if (!generic) return [];
  const flaws = flawsIn(generic, large);
  if (pages(generic) > mostTimes * pages(plan))
    flaws.push(`reads ${pages(generic)} pages instead of ${pages(plan)}`);
  return flaws.map((flaw) => `${flaw}, planned for all values`);
}

/** A plan as lines, a step each. */
function toLines(plan: Plan, depth = 1): string[] {
  const thrownAway = removed(plan) > 0 ? `, ${removed(plan)} thrown away` : "";
  const line = `${"  ".repeat(depth)}${placeOf(plan)}: ${given(plan)} rows${thrownAway}, ${pages(plan)} pages, ${plan["Actual Total Time"]} ms`;
  return [line, ...(plan.Plans ?? []).flatMap((child) => toLines(child, depth + 1))];
}

const placeOf = (plan: Plan) =>
  [plan["Node Type"], plan["Index Name"], plan["Relation Name"]].filter(Boolean).join(" ");
const pages = (plan: Plan) => plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
const given = (plan: Plan) => plan["Actual Rows"] * plan["Actual Loops"];
const removed = (plan: Plan) =>
  ((plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Index Recheck"] ?? 0)) *
  plan["Actual Loops"];

const help = `npm run bench -- explain --database URL   shows how PostgreSQL runs every statement of every operation

It starts the server on a database that npm run bench -- seed has filled, calls each operation, and has each statement that
the server sends explained as it is run: as PostgreSQL plans it for these values and, as the statements are prepared, as it
plans it for all values. Nothing that the calls write stays. It ends with 1 when a table of more than
${largeTable} rows is read from end to end, when much more is read than given, and when the plan for all values reads much more.`;

/** What the server does for a call. */
interface Shown {
  name: string;
  statements: (Explained & { flaws: string[] })[];
}

async function explain(url: string): Promise<Shown[]> {
  const data = await readExplainable(url);
  const statements: Explained[] = [];
  const store = openExplained(url, (statement) => statements.push(statement));
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and reltuples > ${largeTable}`.execute(
    store.database,
  );
  const large = new Set(rows.map(({ name }) => name));
  const limiter = createMemoryLimiter();
  const parts = { store, limiter, log: createLog("silent"), cipher: createCipher(randomBytes(32)) };
  const validator = await createValidator(loadContract());
  const { address, close } = await listen(createApp({ ...parts, validator, localWebhooks: true }), limiter);
  const shown: Shown[] = [];
  const show = async (name: string, work: () => Promise<unknown>) => {
    statements.length = 0;
    await work().catch((error: unknown) => {
      throw new Error(`${name} has no response after ${statements.length} statements: ${String(error)}`);
    });
    shown.push({
      name,
      statements: statements.map((one) => ({
        ...one,
        flaws: [...flawsIn(one.plan, large), ...genericFlaws(one, large)],
      })),
    });
  };
  try {
    for (const [n, { operation, name, request }] of explained.entries()) {
      await show(`${operation}: ${name}`, async () => {
        const { path, ...init } = request(n, data);
        const response = await fetch(address + path, init);
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${init.method} ${path} → ${response.status}`);
      });
    }
    // At a time when nothing had expired: it would find the same rows again and again, as their deletion is undone.
    const early: Store = { ...store, now: () => sql`to_timestamp(0)` };
    const deletions = [deleteExpiredEvents, deleteExpiredKeys, deleteEndedSessions];
    await show("retention", () => Promise.all(deletions.map((deleteRows) => deleteRows(early))));
  } finally {
    await close();
    await limiter.close();
    await store.database.destroy();
  }
  return shown;
}

/** A store on a database whose statements are explained, one at a time. */
function openExplained(url: string, onStatement: (statement: Explained) => void): Store {
  const onConnect = async (client: pg.ClientBase) => void (await client.query(planning));
  const dialect = createDialect(new pg.Pool({ connectionString: url, max: 1, onConnect }));
  const createDriver = () => explainingDriver(dialect.createDriver(), onStatement);
  const database = new Kysely<Tables>({ dialect: { ...dialect, createDriver } });
  const begin = async () => {
    const transaction = await database.startTransaction().execute();
    const commit = () => transaction.commit().execute();
    return { database: transaction, commit, rollback: () => transaction.rollback().execute() };
  };
  return {
    database,
    begin,
    now: databaseNow,
    quotas: defaultQuotas,
    deliveries: new EventEmitter(),
    revocations: localRevocations(),
  };
}

function toText({ name, statements }: Shown): string {
  const parts = statements.map(({ sql: statement, plan, generic, flaws }) =>
    [
      `  ${statement.replaceAll(/\s+/g, " ").trim()}`,
      ...toLines(plan).map((line) => `  ${line}`),
      ...(generic ? ["    planned for all values:", ...toLines(generic).map((line) => `  ${line}`)] : []),
      ...flaws.map((flaw) => `  FLAW: ${flaw}`),
    ].join("\n"),
  );
  return [name, ...parts].join("\n");
}

/** Reads what was seeded, and makes a website's token and a visitor who is a contact with a conversation. */
async function readExplainable(url: string): Promise<Explainable> {
  const data = await readSeeded(url, 1);
  const store = await openPostgres(url);
  try {
    const website = credentialsOf({ store, cipher: createCipher(randomBytes(32)) }, workspace);
    const { id, contact_id } = await store.database
      .selectFrom("conversations")
      .select(["id", "contact_id"])
      .where("id", "=", data.conversations[0] ?? "")
      .executeTakeFirstOrThrow();
    const { token } = await website.token();
    return { ...data, token, session: await website.session(contact_id), ownConversation: id };
  } finally {
    await store.close();
  }
}

async function main(database: string): Promise<void> {
  const shown = await explain(database);
  const flaws = shown.flatMap(({ name, statements }) =>
    statements.flatMap((one) => one.flaws.map((flaw) => `${name} ${flaw}.`)),
  );
  console.log(shown.map(toText).join("\n\n"));
  if (flaws.length > 0) {
    console.error(`\n${flaws.join("\n")}`);
    process.exitCode = 1;
  }
}

const options = readOptions(help, { database: { type: "string" } });
if (options.database === undefined) console.log(help);
else await main(options.database);
