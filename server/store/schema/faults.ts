import { sql, type Kysely } from "kysely";
import { appliedMigrations, laterThan } from "../applied-migrations.ts";
import { evaluate } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { readObjects, type SchemaObject, type SeenObject } from "./objects.ts";
import expected from "./expected.json" with { type: "json" };

/** An object that the migrations make, as `npm run schema` notes it. */
export interface Expected extends SchemaObject {
  /** The first migration after which it is as the newest one leaves it. */
  since: string;
}

/** Something that a database lacks, or has otherwise than the migrations make it. */
export interface Fault {
  /** E.g. "the trigger keep_audit_log of audit_log is missing". */
  what: string;
  /** The statement that makes it whole; undefined when only a backup does. */
  statement: string | undefined;
  /** Data could be lost or mixed up; else requests are only slower. */
  isSerious: boolean;
}

/**
 * Compares a database with the objects that its applied migrations make. Further objects are
 * allowed. A database that a later version has migrated is not compared, because that version may
 * have changed any object.
 */
export async function findFaults(database: Kysely<Tables>): Promise<Fault[]> {
  const applied = await appliedMigrations(database);
  if (laterThan(applied).length > 0) return [];
  if (applied.length === 0) return findTablesAlone(database);
  const wanted = expectedObjects(applied);
  const seen = new Map(
    (await readObjects(database)).map((object) => [keyOf(object), object]),
  );
  const withoutForeignKeys = await tablesWithoutForeignKeys(database);
  const faults: Fault[] = [];
  for (const object of wanted) {
    if (isForeignKey(object) && withoutForeignKeys.has(object.table)) continue;
    if (isPartOfMissing(object, seen)) continue;
    const found =
      object.kind === "row"
        ? await rowOf(database, object)
        : seen.get(keyOf(object));
    const fault = found ? difference(object, found) : missing(object);
    if (fault) faults.push(fault);
  }
  return faults;
}

/** The schema that the migrations which have run make. */
export const expectedObjects = (applied: string[]): Expected[] =>
  (expected.objects as Expected[]).filter(({ since }) =>
    applied.includes(since),
  );

/** A backup can be restored without its rows, and so without the names of its migrations. */
async function findTablesAlone(database: Kysely<Tables>): Promise<Fault[]> {
  const isThere = await evaluate(
    database,
    sql<boolean>`to_regclass('required_migration') is not null and to_regclass('migrations') is not null`,
  );
  const what = "the rows of the table migrations are missing";
  return isThere ? [{ what, statement: undefined, isSerious: true }] : [];
}

const keyOf = ({ kind, table, name }: Omit<SeenObject, "holds">) =>
  [kind, table, name].join(" ");

/** A missing table is one fault, and its statement makes the columns too. */
const isPartOfMissing = (
  { kind, table }: Expected,
  seen: Map<string, SeenObject>,
): boolean =>
  (kind === "column" || kind === "not null") &&
  !seen.has(keyOf({ kind: "table", table, name: table }));

/** A row that a migration writes, such as the one of `key_changes`. */
async function rowOf(
  database: Kysely<Tables>,
  object: Expected,
): Promise<SeenObject | undefined> {
  const isThere = await evaluate(
    database,
    sql<boolean>`to_regclass(${object.table}) is not null`,
  );
  if (!isThere) return undefined;
  const { rows } =
    await sql`select from ${sql.table(object.table)} limit 1`.execute(database);
  return rows.length > 0 ? object : undefined;
}

const isForeignKey = ({ holds }: Expected) => holds["type"] === "f";

/**
 * Returns the tables whose foreign keys `citus.sql` drops: in a database with Citus, those that are
 * not distributed over its nodes. Without Citus there are none.
 */
async function tablesWithoutForeignKeys(
  database: Kysely<Tables>,
): Promise<Set<string>> {
  const hasCitus = await evaluate(
    database,
    sql<boolean>`to_regclass('pg_dist_partition') is not null`,
  );
  if (!hasCitus) return new Set();
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema::regnamespace and relkind in ('r', 'p')
      and oid not in (select logicalrelid from pg_dist_partition where partmethod = 'h')`.execute(
    database,
  );
  return new Set(rows.map(({ name }) => name));
}

const nameOf = ({ kind, name, table }: Expected) =>
  [
    "the",
    kind,
    name,
    ...(["constraint", "index", "trigger"].includes(kind) ? ["of", table] : []),
  ].join(" ");

/** Returns true unless the object only makes lists and searches faster, as an ordinary index does. */
const isSerious = ({ kind, holds }: Expected) =>
  kind !== "index" || holds["unique"] === "true";

const missing = (object: Expected): Fault => ({
  what: `${nameOf(object)} is missing`,
  statement: `${object.statement};`,
  isSerious: isSerious(object),
});

function difference(object: Expected, found: SeenObject): Fault | undefined {
  const different = Object.keys(found.holds).filter(
    (name) => (found.holds[name] ?? "") !== (object.holds[name] ?? ""),
  );
  const [first, ...others] = different;
  if (first === undefined) return undefined;
  const repair = others.length === 0 ? repairs[first]?.(object) : undefined;
  const { how, statement } = repair ?? replacement(object);
  return {
    what: `${nameOf(object)} ${how}`,
    statement,
    isSerious: isSerious(object),
  };
}

interface Repair {
  how: string;
  statement: string | undefined;
}

/** Repairs of an object that differs in one way. */
const repairs: Partial<Record<string, (object: Expected) => Repair>> = {
  valid: ({ name }) => ({
    how: "is not valid",
    statement: `reindex index ${name};`,
  }),
  enabled: ({ name, table }) => ({
    how: "is disabled",
    statement: `alter table ${table} enable trigger ${name};`,
  }),
  enforced: ({ table, holds }) => ({
    how: "is disabled",
    statement: [table, holds["refers to"]]
      .map((each) => `alter table ${each} enable trigger all;`)
      .join(" "),
  }),
};

function replacement({ kind, name, table, statement }: Expected): Repair {
  const how = "is not as the migrations make it";
  switch (kind) {
    case "index":
      return { how, statement: `drop index ${name}; ${statement};` };
    case "constraint":
      return {
        how,
        statement: `alter table ${table} drop constraint ${name}; ${statement};`,
      };
    case "trigger":
      return {
        how,
        statement: `drop trigger ${name} on ${table}; ${statement};`,
      };
    case "function":
      return { how, statement: `${statement};` };
    default:
      return { how, statement: undefined };
  }
}

/**
 * Compares a database with what its migrations make.
 * @returns what makes requests slower
 * @throws Error that names each thing without which data could be lost or mixed up
 */
export async function requireWhole(database: Kysely<Tables>): Promise<Fault[]> {
  const faults = await findFaults(database);
  if (!faults.some(({ isSerious }) => isSerious)) return faults;
  throw new Error(
    `The database is incomplete: a backup was restored in part, or something was dropped. ${adviceFor(faults)}`,
  );
}

/** Writes the advice with its statements, for a start, `migrate` and the doctor. */
export const adviceFor = (faults: readonly Fault[]): string =>
  [
    "Restore a whole backup into an empty database. If only these objects were lost, run the statements in psql " +
      "as the owner of the tables, and then: npm run -s operator -- doctor --deep",
    ...faults.map(({ what, statement = "" }) =>
      `- ${what}: ${statement}`.replace(/: $/, ""),
    ),
  ].join("\n");
