import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { Agent } from "node:http";
import { parseArgs } from "node:util";
import { Kysely, sql } from "kysely";
import pg from "pg";
import { createApp } from "../../../server/app.ts";
import { loadContract } from "../../../server/contract/load.ts";
import { createValidator } from "../../../server/contract/validator/validator.ts";
import { createCipher } from "../../../server/encryption/cipher.ts";
import { listen } from "../../../server/http/listen.ts";
import { deleteExpiredKeys } from "../../../server/idempotency.ts";
import { createMemoryLimiter } from "../../../server/limiter/limiter.ts";
import { createLog } from "../../../server/log.ts";
import { deleteEndedSessions } from "../../../server/messenger/sessions.ts";
import { deleteExpiredEvents } from "../../../server/resources/events.ts";
import { createDialect } from "../../../server/store/driver.ts";
import { databaseNow } from "../../../server/store/postgres.ts";
import { defaultQuotas } from "../../../server/store/quotas.ts";
import { localRevocations } from "../../../server/store/revocations.ts";
import type { Store } from "../../../server/store/store.ts";
import type { Tables } from "../../../server/store/tables.ts";
import { readData } from "../scale/data.ts";
import { timed } from "../scale/latency.ts";
import { explained } from "./calls.ts";
import { explainingDriver } from "./explaining-driver.ts";
import { faultsIn, genericFaults, largeTable, toLines, type Explained } from "./plan.ts";

const usage = `npm run bench -- explain --database URL [--json]   shows how PostgreSQL runs every statement of every operation

It starts the server on a database that npm run bench -- seed has filled, calls each operation, and has each statement that
the server sends explained as it is run: as PostgreSQL plans it for these values and, as the statements are prepared, as it
plans it for all values. Nothing that the calls write stays. It ends with 1 when a table of more than
${largeTable} rows is read from end to end, when much more is read than given, and when the plan for all values reads much more.`;

/** What the server does for a call. */
interface Shown {
  name: string;
  statements: (Explained & { faults: string[] })[];
}

async function explain(url: string): Promise<Shown[]> {
  const data = await readData(url, 1);
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
  const agent = new Agent();
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
        faults: [...faultsIn(one.plan, large), ...genericFaults(one, large)],
      })),
    });
  };
  try {
    for (const [n, { operation, name, request }] of explained.entries()) {
      await show(`${operation}: ${name}`, () => timed(agent, address, request(n, data)));
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
  const dialect = createDialect(new pg.Pool({ connectionString: url, max: 1 }));
  const createDriver = () => explainingDriver(dialect.createDriver(), onStatement);
  const database = new Kysely<Tables>({ dialect: { ...dialect, createDriver } });
  return {
    database,
    now: databaseNow,
    quotas: defaultQuotas,
    deliveries: new EventEmitter(),
    revocations: localRevocations(),
  };
}

function toText({ name, statements }: Shown): string {
  const parts = statements.map(({ sql, plan, generic, faults }) =>
    [
      `  ${sql.replaceAll(/\s+/g, " ").trim()}`,
      ...toLines(plan).map((line) => `  ${line}`),
      ...(generic ? ["    planned for all values:", ...toLines(generic).map((line) => `  ${line}`)] : []),
      ...faults.map((fault) => `  FAULT: ${fault}`),
    ].join("\n"),
  );
  return [name, ...parts].join("\n");
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { database: { type: "string" }, json: { type: "boolean", default: false } },
  });
  if (values.database === undefined) return console.log(usage);
  const shown = await explain(values.database);
  const faults = shown.flatMap(({ name, statements }) =>
    statements.flatMap((one) => one.faults.map((fault) => `${name} ${fault}.`)),
  );
  if (values.json) console.log(JSON.stringify({ faults, shown }, null, 2));
  else console.log(shown.map(toText).join("\n\n"));
  if (faults.length > 0) {
    console.error(`\n${faults.join("\n")}`);
    process.exitCode = 1;
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
