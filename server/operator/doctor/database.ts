import { sql } from "kysely";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findKeys, fingerprintOf } from "../../auth/encryption.ts";
import type { Config } from "../settings.ts";
import { openEmbedded } from "../../store/embedded.ts";
import { oldestPostgres, reasonOf } from "../../store/errors.ts";
import { appliedMigrations, hasSchema, migrations } from "../../store/migrate.ts";
import { allowedConnections, connectionsOfServer } from "../../store/session.ts";
import type { Store } from "../../store/store.ts";
import { tables } from "../../store/tables.ts";
import { type Check, not, ok } from "./check.ts";

/** Checks an open database. It changes nothing. */
export async function checkDatabase(database: Store["database"], config: Config): Promise<Check[]> {
  const server = await sql<{
    version: string;
    major: number;
    encoding: string;
    readOnly: string;
    most: number;
    allowed: number;
    used: number;
  }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
      current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as "readOnly",
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      ${sql.raw(allowedConnections)} as allowed,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`.execute(
    database,
  );
  const [{ version, major, encoding, readOnly, most, allowed, used } = unknown] = server.rows;
  const checks: Check[] = [
    major >= oldestPostgres
      ? ok("postgresql", `version ${version}`)
      : not("postgresql", true, `version ${version}`, `Use PostgreSQL ${oldestPostgres} or later.`),
    encoding === "UTF8"
      ? ok("encoding", encoding)
      : not("encoding", true, encoding, "Create the database with the encoding UTF8."),
    readOnly === "off"
      ? ok("writable", "yes")
      : not("writable", true, "it can only be read", "Set DATABASE_URL to the primary, not to a standby."),
    await checkClock(database),
    await checkExtensions(database),
    ...(await checkNodes(database)),
  ];
  const rights = await checkRights(database);
  checks.push(rights);
  // Without rights the tables cannot be read.
  if (rights.state === "ok") checks.push(await checkSchema(database), await checkKey(database, config));
  if (config.databaseUrl === undefined) return checks;
  return [...checks, checkConnections(most, allowed, used), await checkStatistics(database)];
}

const unknown = { version: "", major: 0, encoding: "", readOnly: "", most: 0, allowed: 0, used: 0 };

function checkConnections(most: number, allowed: number, used: number): Check {
  const name = "connections";
  if (allowed < connectionsOfServer) {
    const found = `the database allows this user ${allowed}; a server takes up to ${connectionsOfServer}`;
    return not(name, true, found, "Raise max_connections, or the limit of this user or database.");
  }
  const found = `${used} of ${most} are in use; a server takes up to ${connectionsOfServer}`;
  if (most - used >= connectionsOfServer) return ok(name, found);
  return not(name, most - used < 2, found, "Raise max_connections before you start one more server.");
}

/** Tables of a hundred pages or more that nobody has analyzed: PostgreSQL then plans their lists as if they were small. */
async function checkStatistics(database: Store["database"]): Promise<Check> {
  const { rows } = await sql<{ isOff: boolean; names: string | null }>`
    select current_setting('autovacuum') = 'off' as "isOff", (
      select string_agg(relname, ', ' order by relname) from pg_class
      where relnamespace = current_schema::regnamespace and relkind = 'r' and reltuples < 0
        and pg_relation_size(oid) >= 100 * 8192
    ) as names`.execute(database);
  const { isOff = false, names = null } = rows[0] ?? {};
  const name = "statistics";
  if (isOff)
    return not(name, false, "autovacuum is off", "Set autovacuum = on: lists get slower without it.");
  if (names === null) return ok(name, "every larger table has them");
  return not(name, false, `${names} has none`, 'Run: psql "$DATABASE_URL" -c analyze');
}

async function checkClock(database: Store["database"]): Promise<Check> {
  const before = Date.now();
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(database);
  const seconds = Math.abs((before + Date.now()) / 2 - (rows[0]?.now ?? 0)) / 1000;
  const found = `this machine and the database differ by ${seconds.toFixed(1)} s`;
  if (seconds <= 2) return ok("clock", found);
  return not(
    "clock",
    seconds > 60,
    found,
    "Synchronize both clocks (NTP): receivers check the time of deliveries.",
  );
}

const needed = ["unaccent", "pg_trgm", "btree_gin"];

async function checkExtensions(database: Store["database"]): Promise<Check> {
  const { rows } = await sql<{ name: string }>`
    select needed.name from unnest(${needed}::text[]) needed (name)
    where not exists (select from pg_available_extensions there where there.name = needed.name)`.execute(
    database,
  );
  if (rows.length === 0) return ok("extensions", `${needed.join(", ")} can be had`);
  const missing = rows.map(({ name }) => name).join(", ");
  return not("extensions", true, `${missing} cannot be had`, "Install PostgreSQL's contrib package.");
}

async function checkRights(database: Store["database"]): Promise<Check> {
  const names = ["migrations", ...Object.keys(tables)];
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) there (name)
    where to_regclass(name) is not null and not (has_table_privilege(to_regclass(name), 'select')
      and has_table_privilege(to_regclass(name), 'insert') and has_table_privilege(to_regclass(name), 'update')
      and has_table_privilege(to_regclass(name), 'delete'))`.execute(database);
  if (rows.length === 0) return ok("rights", "this user may read and write every table");
  const found = `this user may not read and write ${rows.map(({ name }) => name).join(", ")}`;
  return not("rights", true, found, "Grant it as server/OPERATIONS.md says under Upgrade and rollback.");
}

async function checkSchema(database: Store["database"]): Promise<Check> {
  const all = Object.keys(migrations);
  const applied = await appliedMigrations(database);
  if (applied.length === 0) return ok("schema", "the database is empty; the first start makes the tables");
  const newer = applied.filter((name) => !all.includes(name));
  const waiting = all.filter((name) => !applied.includes(name));
  if (waiting.length > 0) {
    return not(
      "schema",
      false,
      `${waiting.join(", ")} has not run`,
      "Run: npm run migrate (a start does so too)",
    );
  }
  const { rows } = await sql<{ name: string }>`
    select extname as name from pg_extension where extname = any(${needed})`.execute(database);
  const dropped = needed.filter((expected) => !rows.some(({ name }) => name === expected));
  if (dropped.length > 0) {
    const found = `the extension ${dropped.join(", ")} was dropped, and indexes with it`;
    return not("schema", true, found, "Restore a whole backup into an empty database.");
  }
  if (await hasSchema(database).catch(() => false)) {
    const missing = newer.length > 0 ? [] : await missingIndexes(database);
    if (missing.length > 0) {
      const found = `the index ${missing.map(({ name }) => name).join(", ")} is missing or not valid`;
      const statements = missing.map(
        ({ name, definition }) => `drop index if exists ${name}; ${definition};`,
      );
      const hint = `Run in psql: ${statements.join(" ")}`;
      return not("schema", true, found, hint);
    }
    return ok(
      "schema",
      newer.length > 0 ? `newer than this version: ${newer.join(", ")}` : `${applied.at(-1)}`,
    );
  }
  return newer.length > 0
    ? not("schema", true, `${newer.join(", ")} is newer than this version`, "Use the newer version.")
    : not("schema", true, "tables or columns are missing", "Restore a whole backup into an empty database.");
}

async function checkKey(database: Store["database"], config: Config): Promise<Check> {
  const name = "encryption key";
  try {
    const fingerprints = findKeys(config).map(fingerprintOf);
    const { rows } = await sql<{ exists: boolean }>`
      select to_regclass('encryption_key') is not null as exists`.execute(database);
    const stored = rows[0]?.exists
      ? await database.selectFrom("encryption_key").select("fingerprint").executeTakeFirst()
      : undefined;
    if (!stored) return ok(name, "the database has no secret yet; the first start notes the key");
    const short = stored.fingerprint.slice(0, 8);
    if (fingerprints.includes(stored.fingerprint))
      return ok(name, `fingerprint ${short}, as the database says`);
    const found = `the database was used with the key ${short}, which is not set`;
    const hint = "Add that key to ENCRYPTION_KEY. If it is lost, run: npm run -s operator -- reset-secrets";
    return not(name, true, found, hint);
  } catch (error) {
    return not(name, true, reasonOf(error), "See The encryption key in server/OPERATIONS.md.");
  }
}

interface Index {
  name: string;
  /** The statement that makes it. */
  definition: string;
}

/** Those that a database lacks or does not use, as after an interrupted `create index concurrently`. */
async function missingIndexes(database: Store["database"]): Promise<Index[]> {
  const needed = await (migrated ??= readMigrated());
  const there = new Set((await readIndexes(database)).map(({ name }) => name));
  return needed.filter(({ name }) => !there.has(name));
}

let migrated: Promise<Index[]> | undefined;

/** The indexes of an empty database that only the migrations have changed. */
async function readMigrated(): Promise<Index[]> {
  const folder = await mkdtemp(join(tmpdir(), "contacts-doctor-"));
  try {
    const { database, close } = await openEmbedded(folder);
    return await readIndexes(database).finally(close);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readIndexes(database: Store["database"]): Promise<Index[]> {
  const { rows } = await sql<Index>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = current_schema::regnamespace and not relispartition and indisvalid
    order by name`.execute(database);
  return rows;
}

/** Checks that the coordinator of Citus reaches every node; nothing on a PostgreSQL without Citus. */
async function checkNodes(database: Store["database"]): Promise<Check[]> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('pg_dist_node') is not null as "isThere"`.execute(database);
  if (rows[0]?.isThere !== true) return [];
  const nodes = await sql<{ node: string; isReached: boolean }>`
    select nodename || ':' || nodeport as node, citus_check_connection_to_node(nodename, nodeport) as "isReached"
    from pg_dist_node where isactive and noderole::text = 'primary' order by node`.execute(database);
  const lost = nodes.rows.filter(({ isReached }) => !isReached).map(({ node }) => node);
  if (lost.length === 0) return [ok("nodes", `Citus reaches all ${nodes.rows.length}`)];
  const found = `Citus does not reach ${lost.join(", ")}: requests of the workspaces there get a 503`;
  const hint = "Start PostgreSQL there.";
  return [not("nodes", true, found, hint)];
}
