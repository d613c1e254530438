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

/** Returns the present time, as a test sets it for the database. */
export type Clock = () => Date;

const at = (clock: Clock): Store["now"] => {
  // The driver calls `toPostgres` whenever it sends the statement, so the time is never old.
  const timestamp = { toPostgres: () => clock().toISOString() };
  return () => sql<string>`${timestamp}::timestamptz`;
};

/** True when the tests of this Vitest project use PostgreSQL. */
export const onPostgres = process.env["STORE"] === "postgres";

/** The options of a test's store. `partitioned` and `url` are for PostgreSQL. */
export interface StoreOptions {
  clock?: Clock | undefined;
  /** Splits the tables into partitions, as SCALING.md describes. */
  partitioned?: boolean | undefined;
  /** The address of an empty database, which the test removes itself. */
  url?: string | undefined;
}

/**
 * Opens an empty store of the kind that this Vitest project tests.
 * @param atEnd registers the removal of the store; by default at the end of the test
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
 * Copies an empty, migrated embedded store into the folder of the test run. The folder is removed
 * after the run, also when a test was interrupted.
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
 * Creates an empty embedded store. This takes seven seconds of processor time, so a copy is kept
 * until the code of the store changes.
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
  // A new store must also accept a statement with parameters.
  await store.database
    .selectFrom("workspaces")
    .select("id")
    .where("name", "=", "none")
    .execute();
  await store.close();
  // Removes PostgreSQL's template databases: half of the files that each test would copy.
  for (const template of ["1", "4"])
    rmSync(join(folder, "pglite/base", template), { recursive: true });
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cached, { recursive: true });
  cpSync(folder, join(cached, "store"), { recursive: true });
  writeFileSync(join(cached, "whole"), "");
}

/** Copies an empty, migrated PostgreSQL database. `drop` removes the copy. */
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

/** Creates a PostgreSQL database without tables, for one test. Returns its address. */
export async function emptyDatabase(): Promise<string> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  return url;
}

/** Opens a PostgreSQL session. Ends it at the end of the test. */
export async function openSession(url = ""): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/**
 * Creates a PostgreSQL role for one test.
 * @returns its name, the address of the database for this role, and a session of the owner
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

/** The kinds of store that this Vitest project can open. */
export const stores: Kind[] = onPostgres
  ? ["postgres", "embedded"]
  : ["embedded"];
export type Kind = "postgres" | "embedded";

/**
 * Creates an empty store for a program. Returns the environment variables that select it.
 * @param atEnd registers the removal of the store; by default at the end of the test
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
 * Runs `partitions.sql` as SCALING.md describes. Returns its error message, or undefined after a
 * success.
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
  if (status === 0) return undefined;
  return /ERROR: +(.*)/.exec(stderr)?.[1] ?? stderr;
}

/** Returns the address of a store's PostgreSQL database. */
export async function addressOf({
  database,
}: Pick<Store, "database">): Promise<string> {
  const { rows } = await sql<{
    name: string;
  }>`select current_database() as name`.execute(database);
  return beside(process.env["TEST_DATABASE_URL"] ?? "", rows[0]?.name ?? "");
}

/** Counts the sessions of a store's database that wait for a lock. */
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
 * Runs `work` while an open transaction holds the locks of `first`. Commits this transaction after
 * `work` waits for a lock and `meanwhile` has ended. PostgreSQL only: the embedded store has one
 * connection.
 * @returns the result of `work`
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
      return { working: underWay }; // in an object, as a promise would be awaited before the commit
    });
  return working;
}

/** The tables whose rows the server finds by a secret, before it knows the workspace. */
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

/** Matches each use of a distributed table in a statement. */
const mention = new RegExp(
  `\\b(?:from|join|using|into|update)\\s+"?(?:${distributed.join("|")})\\b`,
  "gi",
);
/** Matches each condition on a workspace, and an insert, whose rows contain the workspace. */
const naming =
  /workspace_id"? = (?:\$\d+|"?\w+"?\."?workspace_id\b)|\binsert into\b/gi;

/** The statements that may read all workspaces: a part of each, and the reason. */
const across = [
  {
    part: "as oldest",
    reason: "A worker looks for due deliveries in all workspaces.",
  },
  {
    part: "as part",
    reason:
      "A worker reads the next webhooks, in the order of their workspaces.",
  },
  {
    part: "webhooks.workspace_id > ",
    reason: "A worker finds those of these webhooks that have due deliveries.",
  },
];

/**
 * Returns an error for a statement that a distributed database would send to every node. A
 * statement must name the workspace for each distributed table that it uses, also in subqueries.
 */
function errorOf(statement: string): string | undefined {
  const mentions = statement.match(mention)?.length ?? 0;
  const isNamed = mentions <= (statement.match(naming)?.length ?? 0);
  if (isNamed || across.some(({ part }) => statement.includes(part)))
    return undefined;
  return `This statement does not name the workspace for each of its ${mentions} tables: ${statement}`;
}

/** Returns the store with a check: it rejects a statement that `errorOf` finds wrong. */
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
  // A proxy and not a copy, as tests change other parts of the store later.
  return new Proxy(store, {
    get: (target, name) =>
      Reflect.get(name in held ? held : target, name) as unknown,
  });
}
