import { sql } from "kysely";
import { findKeys, fingerprintOf, howToAddKey } from "../../auth/encryption.ts";
import type { Settings } from "../../settings/settings.ts";
import { reasonOf } from "../../store/errors.ts";
import {
  appliedMigrations,
  laterThan,
  versionOf,
} from "../../store/applied-migrations.ts";
import { hasSchema } from "../../store/readiness.ts";
import { migrations } from "../../store/migration-list.ts";
import { oldVersion } from "../../store/former-tables.ts";
import {
  type PostgresServer,
  readUsableServer,
} from "../../store/open/postgres-server.ts";
import { adviceFor, findFaults } from "../../store/schema/faults.ts";
import { deniedTables, grantAdvice } from "../../store/schema/rights.ts";
import { connectionsOfServer } from "../../store/database/pool.ts";
import { evaluate } from "../../store/statement.ts";
import type { Store } from "../../store/store.ts";
import { type Check, type Checks, error, run, warning } from "./check.ts";
import { checkRows, type DeepOptions } from "./rows.ts";

interface Seen {
  database: Store["database"];
  settings: Settings;
}

/**
 * Checks an open database, and its rows too when `deep` is given. It changes nothing.
 * @throws Error that says what to do, when a server cannot use it
 */
export async function checkDatabase(
  database: Store["database"],
  settings: Settings,
  deep?: DeepOptions,
): Promise<Check[]> {
  const { databaseUrl } = settings;
  const server =
    databaseUrl === undefined
      ? undefined
      : await readUsableServer(database, databaseUrl, "server");
  const context = { database, settings };
  const checks = await run(ofAll, context);
  // Without rights the tables cannot be read.
  if (checks.at(-1)?.state === "ok") {
    checks.push(...(await run(ofTables, context)));
    if (deep) checks.push(...(await checkRows(database, deep)));
  }
  if (server) checks.push(...(await run(ofServers, { ...context, server })));
  return checks;
}

const extensions = ["unaccent", "pg_trgm", "btree_gin"];

const ofAll: Checks<Seen> = {
  clock: async ({ database }) => {
    const before = Date.now();
    const now = await evaluate(
      database,
      sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`,
    );
    const seconds = Math.abs((before + Date.now()) / 2 - now) / 1000;
    const found = `this machine and the database differ by ${seconds.toFixed(1)} s`;
    const hint =
      "Synchronize both clocks (NTP): receivers check the time of deliveries.";
    if (seconds > 60) return error(found, hint);
    return seconds > 2 ? warning(found, hint) : found;
  },
  extensions: async ({ database }) => {
    const missing = await namesOf(
      database,
      sql`select name from unnest(${extensions}::text[]) name
        where name not in (select name from pg_available_extensions)`,
    );
    if (missing === "") return `${extensions.join(", ")} can be had`;
    return error(
      `${missing} cannot be had`,
      "Install PostgreSQL's contrib package.",
    );
  },
  rights: async ({ database }) => {
    const denied = await deniedTables(database);
    if (denied.length === 0) return "this user may read and write every table";
    const found = `this user may not read and write ${denied.join(", ")}`;
    return error(found, grantAdvice);
  },
};

const ofTables: Checks<Seen> = {
  schema: async ({ database }) => {
    const faults = await findFaults(database);
    if (faults.length > 0)
      return error(
        faults.map(({ what }) => what).join("; "),
        adviceFor(faults),
      );
    const applied = await appliedMigrations(database);
    const old = await oldVersion(database);
    if (old !== undefined)
      return warning(
        `the tables are of ${old === "1.1.0" ? "version 1.1.0" : "a version before 1.1.0"}`,
        old === "1.1.0"
          ? "Stop the servers of 1.1.0, make a backup, and run: npm run migrate"
          : "Make a backup, start version 1.1.0 on the database once, and then this version.",
      );
    if (applied.length === 0)
      return "the database has no tables of this server yet; the first start makes them";
    const waiting = Object.keys(migrations).filter(
      (name) => !applied.includes(name),
    );
    if (waiting.length > 0)
      return warning(
        `${waiting.join(", ")} has not run`,
        "Run: npm run migrate (a start does so too)",
      );
    const newest = laterThan(applied).at(-1);
    if (newest === undefined) return `${applied.at(-1)}`;
    const found = `${await versionOf(database, newest)} has migrated it (${newest})`;
    if (await hasSchema(database)) return found;
    return error(
      `${found}, and this version cannot work with that`,
      "Start that version or a later one, or restore a backup of this version.",
    );
  },
  "encryption key": async ({ database, settings }) => {
    try {
      const fingerprints = findKeys(settings).map(fingerprintOf);
      const isThere = (await appliedMigrations(database)).length > 0;
      const stored = isThere
        ? await database
            .selectFrom("encryption_key")
            .select("fingerprint")
            .executeTakeFirst()
        : undefined;
      if (!stored)
        return "the database has no secret yet; the first start notes the key";
      const short = stored.fingerprint.slice(0, 8);
      if (fingerprints.includes(stored.fingerprint))
        return `the fingerprint ${short} is that of the database`;
      return error(
        `the database was used with the key ${short}, which is not set`,
        howToAddKey(settings),
      );
    } catch (reason) {
      return error(
        reasonOf(reason),
        "See The encryption key in server/OPERATIONS.md.",
      );
    }
  },
};

const ofServers: Checks<Seen & { server: PostgresServer }> = {
  postgresql: ({ server: { version } }) => `version ${version}`,
  connections: ({ server: { maxConnections, usedConnections } }) => {
    const free = maxConnections - usedConnections;
    const found = `${usedConnections} of ${maxConnections} are in use; a server takes up to ${connectionsOfServer}`;
    if (free >= connectionsOfServer) return found;
    const hint = "Raise max_connections before you start one more server.";
    return free < 2 ? error(found, hint) : warning(found, hint);
  },
  statistics: async ({ database }) => {
    if (
      await evaluate(
        database,
        sql<boolean>`current_setting('autovacuum') = 'off'`,
      )
    )
      return warning(
        "autovacuum is off",
        "Set autovacuum = on: lists get slower without it.",
      );
    // Of a hundred pages or more. PostgreSQL plans their lists as if they were small.
    const unknown = await namesOf(
      database,
      sql`select relname as name from pg_class
        where relnamespace = current_schema::regnamespace and relkind = 'r' and reltuples < 0
          and pg_relation_size(oid) >= 100 * 8192`,
    );
    if (unknown === "") return "every large table has statistics";
    return warning(
      `${unknown}: no statistics`,
      'Run: psql "$DATABASE_URL" -c analyze',
    );
  },
};

/** The names that a query finds, with commas between them. */
const namesOf = (database: Store["database"], query: ReturnType<typeof sql>) =>
  evaluate(
    database,
    sql<string>`(select coalesce(string_agg(name, ', ' order by name), '') from (${query}) found)`,
  );
