import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import {
  sql,
  PostgresQueryCompiler,
  type Kysely,
  type KyselyPlugin,
} from "kysely";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import packageFile from "../../package.json" with { type: "json" };
import { openEmbedded } from "../../server/store/database/embedded.ts";
import { openPostgres } from "../../server/store/database/postgres.ts";
import type { OpenStore, Store } from "../../server/store/store.ts";
import { beside, createDatabase, nameOf } from "./database.ts";
import { madeOnce } from "./made-once.ts";
import { tables, type Tables } from "../../server/store/tables.ts";

/** What a test has the database take for the present time. */
export type Clock = () => Date;

const at = (clock: Clock): Store["now"] => {
  // A statement that is built once asks the clock each time that it is sent.
  const timestamp = { toPostgres: () => clock().toISOString() };
  return () => sql<string>`${timestamp}::timestamptz`;
};

/** Whether this project runs on PostgreSQL. */
export const onPostgres = process.env["STORE"] === "postgres";

/** How a test's tables are: on PostgreSQL they can be split into partitions, as SCALING.md says. */
export interface StoreOptions {
  clock?: Clock | undefined;
  partitioned?: boolean | undefined;
  url?: string | undefined; // of an empty database of the test's own
}

/**
 * A fresh, empty store of the kind that this project tests. It is removed with the test, or at
 * another end.
 */
export async function openTestStore(
  { clock, partitioned, url: own }: StoreOptions = {},
  atEnd: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<OpenStore> {
  const now = clock && at(clock);
  if (onPostgres) {
    const { url, drop } = own
      ? { url: own, drop: () => undefined }
      : await copyDatabase(partitioned);
    const store = await openPostgres(url, { now });
    atEnd(() => store.close().then(drop));
    return store;
  }
  const { folder, remove } = await copyFolder();
  const store = await openEmbedded(folder, { now });
  atEnd(() => store.close().then(remove));
  return store;
}

/**
 * A copy of an embedded store that is empty and up to date, in the run's folder: what a test that
 * was cut off leaves goes with the run.
 */
export async function copyFolder(): Promise<{
  folder: string;
  remove: () => void;
}> {
  const template = await madeOnce("embedded", makeEmbedded);
  const folder = mkdtempSync(join(dirname(template), "data-"));
  cpSync(template, folder, { recursive: true });
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Making an embedded store takes seven seconds of processor, so one is kept until the store's code
 * changes.
 */
async function makeEmbedded(folder: string): Promise<void> {
  const code = createHash("sha256").update(
    packageFile.dependencies["@electric-sql/pglite"],
  );
  code.update(readFileSync(import.meta.filename));
  for (const file of readdirSync("server/store", {
    recursive: true,
    encoding: "utf8",
  }).sort())
    if (file.endsWith(".ts"))
      code.update(readFileSync(join("server/store", file)));
  const cache = "node_modules/.cache/contacts-api/embedded";
  const cached = join(cache, code.digest("hex").slice(0, 16));
  if (existsSync(join(cached, "whole")))
    return cpSync(join(cached, "store"), folder, { recursive: true });
  const store = await openEmbedded(folder);
  // What has just been made also takes a statement with values.
  await store.database
    .selectFrom("workspaces")
    .select("id")
    .where("name", "=", "none")
    .execute();
  await store.close();
  // PostgreSQL's templates of new databases are half of the files, which each test would copy.
  for (const template of ["1", "4"])
    rmSync(join(folder, "pglite/base", template), { recursive: true });
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cached, { recursive: true });
  cpSync(folder, join(cached, "store"), { recursive: true });
  writeFileSync(join(cached, "whole"), "");
}

/** A copy of a PostgreSQL database that is empty and up to date. `drop` removes it. */
export async function copyDatabase(
  partitioned = false,
): ReturnType<typeof createDatabase> {
  const template = await madeOnce(
    partitioned ? "postgres-partitioned" : "postgres-whole",
    async (file) => {
      const { url } = await createDatabase();
      writeFileSync(file, url);
      await (await openPostgres(url)).close();
      const error = partitioned ? split(url, "4") : undefined;
      if (error !== undefined) throw new Error(error);
    },
  );
  return createDatabase(undefined, nameOf(readFileSync(template, "utf8")));
}

/** The address of a PostgreSQL database without tables, which goes with the test. */
export async function emptyDatabase(): Promise<string> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  return url;
}

/** A session of the test's own, which ends with the test. */
export async function openSession(url = ""): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/**
 * A role of a test, and a database as it reaches it. `admin` is the owner's connection to that
 * database.
 */
export async function createRole(
  url: string,
  options = "",
): Promise<{ name: string; url: string; admin: pg.Client }> {
  const admin = await openSession(url);
  const name = `role_${randomBytes(6).toString("hex")}`;
  await admin.query(`create role ${name} login ${options}`);
  onTestFinished(
    async () =>
      void (await admin.query(`drop owned by ${name}; drop role ${name}`)),
  );
  const asRole = new URL(url);
  asRole.username = name;
  return { name, url: asRole.href, admin };
}

/** The stores that there are here. */
export const stores: Kind[] = onPostgres
  ? ["postgres", "embedded"]
  : ["embedded"];
export type Kind = "postgres" | "embedded";

/**
 * Settings for a program that runs on an empty store, by default of this project's kind. It is
 * removed with the test, or at another end.
 */
export async function emptyStore(
  store = stores[0],
  atEnd: (remove: () => void | Promise<void>) => void = onTestFinished,
): Promise<NodeJS.ProcessEnv> {
  if (store === "postgres") {
    const { url, drop } = await copyDatabase();
    atEnd(drop);
    return {
      PORT: "0",
      DATABASE_URL: url,
      ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    };
  }
  const { folder, remove } = await copyFolder();
  atEnd(remove);
  return { PORT: "0", DATA_DIR: folder, DATABASE_URL: "" };
}

/**
 * Runs `partitions.sql` as SCALING.md says. Gives the line with which it refuses; undefined when it
 * splits.
 */
export function split(url: string, partitions?: string): string | undefined {
  const variable =
    partitions === undefined ? [] : ["-v", `partitions=${partitions}`];
  const options = [
    "-v",
    "ON_ERROR_STOP=1",
    ...variable,
    "-1",
    "-f",
    "server/store/partitions.sql",
  ];
  const { status, stderr } = spawnSync("psql", [url, ...options], {
    encoding: "utf8",
  });
  return status === 0
    ? undefined
    : (/ERROR: +(.*)/.exec(stderr)?.[1] ?? stderr);
}

/** The address of the PostgreSQL database of a store that a test opened. */
export async function addressOf({
  database,
}: Pick<Store, "database">): Promise<string> {
  const { rows } = await sql<{
    name: string;
  }>`select current_database() as name`.execute(database);
  return beside(process.env["TEST_DATABASE_URL"] ?? "", rows[0]?.name ?? "");
}

/** How many sessions of a database wait for a lock. */
export async function waitingForLock({
  database,
}: Pick<Store, "database">): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Does `work` while a transaction is open that has done `first`, and commits that one as soon as
 * the work waits for it and `meanwhile` is done. On PostgreSQL alone: the embedded store has one
 * connection.
 */
export async function whileLocked<T>(
  store: Store,
  first: (transaction: Kysely<Tables>) => Promise<unknown>,
  work: () => Promise<T>,
  meanwhile?: () => Promise<void>,
): Promise<T> {
  const { working } = await store.database
    .transaction()
    .execute(async (transaction) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(
        transaction,
      );
      await first(transaction);
      const underWay = work();
      underWay.catch(() => undefined); // it is awaited below
      await expect.poll(() => waitingForLock(store), { interval: 5 }).toBe(1);
      await meanwhile?.();
      return { working: underWay };
    });
  return working;
}

/** Their rows are found by a secret, before the workspace is known. */
export const undistributed = [
  "api_keys",
  "messenger_tokens",
  "messenger_sessions",
];

/** The tables whose rows are on the node of their workspace (server/store/citus.sql). */
const distributed = Object.entries(tables)
  .filter(
    ([table, columns]) =>
      !undistributed.includes(table) && "workspace_id" in columns,
  )
  .map(([table]) => table);

const mention = new RegExp(
  `\\b(?:from|join|using|into|update)\\s+"?(?:${distributed.join("|")})\\b`,
  "gi",
);
/** A value, or the workspace of another table of the statement, which has to be named too. */
const naming =
  /workspace_id"? = (?:\$\d+|"?\w+"?\."?workspace_id\b)|\binsert into\b/gi;

/** What a statement across workspaces has in it, and why it is one. */
const across = [
  {
    part: "as oldest",
    reason: "A worker looks for due deliveries in all workspaces.",
  },
  {
    part: "as part",
    reason: "It looks at the next webhooks, in the order of their workspaces.",
  },
  {
    part: "webhooks.workspace_id > ",
    reason: "It looks which of these have due deliveries.",
  },
];

/**
 * The fault of a statement of the server that a database which distributes its tables would send to
 * every node: each table of a workspace that it reads, joins or writes needs the workspace, in
 * subqueries too.
 */
function errorOf(statement: string): string | undefined {
  const mentions = statement.match(mention)?.length ?? 0;
  const isNamed = mentions <= (statement.match(naming)?.length ?? 0);
  if (isNamed || across.some(({ part }) => statement.includes(part)))
    return undefined;
  return `This statement does not name the workspace for each of its ${mentions} tables: ${statement}`;
}

/** A store whose statements fail when they have such a fault. */
export function heldToOneWorkspace(store: Store): Store {
  const compiler = new PostgresQueryCompiler();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const error = errorOf(compiler.compileQuery(node, queryId).sql);
      if (error !== undefined) throw new Error(error);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const held: Partial<Store> = {
    database: store.database.withPlugin(plugin),
    begin: async () => {
      const transaction = await store.begin();
      return {
        ...transaction,
        database: transaction.database.withPlugin(plugin),
      };
    },
  };
  // Tests change other parts of the store.
  return new Proxy(store, {
    get: (target, name) =>
      Reflect.get(name in held ? held : target, name) as unknown,
  });
}
