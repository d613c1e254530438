import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/** The kinds of things that migrations make, in the order in which their statements can run. */
const kinds = [
  "extension",
  "function",
  "table",
  "column",
  "not null",
  "row",
  "constraint",
  "index",
  "trigger",
] as const;
export type Kind = (typeof kinds)[number];

/** A thing of a database, such as an index. */
export interface SeenObject {
  kind: Kind;
  /** E.g. `books_newest`; of columns with their table. */
  name: string;
  /** Empty for a thing that belongs to no table. */
  table: string;
  /** Its parts, in words that do not depend on the version of PostgreSQL. */
  holds: Record<string, string>;
}

/** An object that migrations make. */
export interface SchemaObject extends SeenObject {
  /** The statement that makes it. */
  statement: string;
}

/**
 * Makes the condition that an object belongs to no extension, and is in the schema of our tables.
 */
const isOurs = (catalog: string, oid = "oid") =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${oid} and deptype = 'e')`;

/** The tables of this server, without their partitions. */
const ours = `
  select oid, relname, relkind from pg_class
  where relnamespace = current_schema::regnamespace and relkind in ('r', 'p') and not relispartition
    and ${isOurs("pg_class")}`;

const columnDefinition = `
  quote_ident(attname) || ' ' || format_type(atttypid, atttypmod)
  || case when collname is null then '' else ' collate ' || quote_ident(collname) end
  || case when attidentity = 'a' then ' generated always as identity' when attgenerated = 's' then ' generated always as (' || expression || ') stored'
    when expression is not null then ' default ' || expression else '' end`;

const columns = `
  select relname, attname, attnum, attnotnull, attidentity, attgenerated, collname,
    format_type(atttypid, atttypmod) as type, expression, ${columnDefinition} as definition
  from ours join pg_attribute on attrelid = ours.oid
    left join pg_collation on pg_collation.oid = attcollation and collname <> 'default'
    left join lateral (
      select pg_get_expr(adbin, adrelid) as expression from pg_attrdef where adrelid = attrelid and adnum = attnum
    ) written on true
  where attnum > 0 and not attisdropped`;

/** The names of columns of a table by their numbers, e.g. of `conkey`. */
const namesOf = (numbers: string, table: string) => `(
  select string_agg(attname, ', ' order by place)
  from unnest(${numbers}) with ordinality as part (number, place) join pg_attribute on attrelid = ${table} and attnum = number)`;

/** Each returns the columns of `SchemaObject`. */
const queries: Record<Exclude<Kind, "row">, string> = {
  extension: `
    select extname as name, '' as "table", '{}'::json as holds, 'create extension ' || quote_ident(extname) as statement
    from pg_extension where extname <> 'plpgsql'`,

  function: `
    select proname || '(' || pg_get_function_identity_arguments(oid) || ')', '',
      json_build_object('language', (select lanname from pg_language where oid = prolang), 'returns', prorettype::regtype,
        'volatility', provolatile, 'strict', proisstrict, 'body', coalesce(pg_get_function_sqlbody(oid), prosrc)),
      pg_get_functiondef(oid)
    from pg_proc
    where pronamespace = current_schema::regnamespace and prokind = 'f' and ${isOurs("pg_proc")}`,

  table: `
    select relname, relname, '{}'::json, 'create table ' || quote_ident(relname) || ' ('
      || string_agg(definition || case when attnotnull then ' not null' else '' end, ', ' order by attnum) || ')'
    from columns group by relname`,

  column: `
    select relname || '.' || attname, relname,
      json_build_object('type', type, 'collation', collname, 'identity', attidentity, 'generated', attgenerated,
        'value', expression),
      'alter table ' || quote_ident(relname) || ' add column ' || definition
    from columns`,

  "not null": `
    select relname || '.' || attname, relname, '{}'::json,
      'alter table ' || quote_ident(relname) || ' alter column ' || quote_ident(attname) || ' set not null'
    from columns where attnotnull`,

  constraint: `
    select conname, relname,
      json_build_object('type', contype, 'columns', ${namesOf("conkey", "conrelid")}, 'refers to', (select relname from pg_class where oid = confrelid),
        'its columns', ${namesOf("confkey", "confrelid")}, 'on delete', confdeltype, 'on update', confupdtype,
        'check', pg_get_expr(conbin, conrelid), 'deferrable', condeferrable,
        'valid', contype not in ('p', 'u') or (select indisvalid and indisready from pg_index where indexrelid = conindid),
        'enforced', coalesce(to_jsonb(pg_constraint) ->> 'conenforced', 'true') = 'true'
          and not exists (select from pg_trigger where tgconstraint = pg_constraint.oid and tgenabled = 'D')),
      'alter table ' || quote_ident(relname) || ' add constraint ' || quote_ident(conname) || ' '
        || replace(pg_get_constraintdef(pg_constraint.oid), ' NOT VALID', '')
    from pg_constraint join ours on ours.oid = conrelid where contype in ('p', 'u', 'f', 'c')`,

  index: `
    select class.relname, ours.relname,
      json_build_object('unique', indisunique, 'method', amname, 'valid', indisvalid and indisready,
        'where', pg_get_expr(indpred, indrelid),
        'columns', (
          select string_agg(pg_get_indexdef(indexrelid, n, false) || ' ' || opcname || ' ' || indoption[n - 1], ', ' order by n)
          from generate_series(1, indnkeyatts) n join pg_opclass on pg_opclass.oid = indclass[n - 1]
        )),
      pg_get_indexdef(indexrelid)
    from pg_index join ours on ours.oid = indrelid join pg_class class on class.oid = indexrelid
      join pg_am on pg_am.oid = class.relam
    where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`,

  trigger: `
    select tgname, relname,
      json_build_object('function', (select proname from pg_proc where oid = tgfoid), 'times', tgtype, 'columns', ${namesOf("tgattr::int2[]", "tgrelid")},
        'enabled', tgenabled in ('O', 'A')),
      pg_get_triggerdef(pg_trigger.oid)
    from pg_trigger join ours on ours.oid = tgrelid where not tgisinternal`,
};

/**
 * Builds the query of objects. Without the column `statement` PostgreSQL prints no statement, which
 * takes most of the time.
 */
const queryOf = (wanted: string) => `
  with ours as materialized (${ours}), columns as materialized (${columns})
  ${Object.entries(queries)
    .map(
      ([kind, query]) =>
        `select '${kind}' as kind, ${wanted} from (${query}) as found (name, "table", holds, statement)`,
    )
    .join(" union all ")}`;

type Held = Record<string, unknown>;

/** Reads the objects of our schema from PostgreSQL's own tables. */
export async function readObjects(
  database: Kysely<Tables>,
): Promise<SeenObject[]> {
  const { rows } = await sql
    .raw<SeenObject & { holds: Held }>(queryOf('name, "table", holds'))
    .execute(database);
  return rows.map((row) => ({ ...row, holds: wordsOf(row.holds) }));
}

/**
 * Reads the objects of our schema with the statements that make them, in the order in which the
 * statements can run.
 */
export async function readStatements(
  database: Kysely<Tables>,
): Promise<SchemaObject[]> {
  const { rows } = await sql
    .raw<SchemaObject & { holds: Held }>(
      queryOf('name, "table", holds, statement'),
    )
    .execute(database);
  return rows
    .map((row) => ({ ...row, holds: wordsOf(row.holds) }))
    .sort((one, other) => rankOf(one).localeCompare(rankOf(other)));
}

/**
 * Returns true for an object that needs others: a function in SQL needs the functions that it
 * calls, a generated column needs other columns, and a foreign key needs the referenced key.
 */
const needsOthers = ({ holds }: SchemaObject) =>
  holds["language"] === "sql" ||
  holds["generated"] === "s" ||
  holds["type"] === "f";

const rankOf = (object: SchemaObject) =>
  [
    kinds.indexOf(object.kind),
    Number(needsOthers(object)),
    object.table,
    object.name,
  ].join(" ");

const wordsOf = (holds: Held): Record<string, string> =>
  Object.fromEntries(
    Object.entries(holds).map(([name, value]) => [
      name,
      plain(String(value ?? "")),
    ]),
  );

const types =
  "(timestamp with(out)? time zone|character varying|double precision|\\w+)";

/**
 * Removes from an expression what versions of PostgreSQL print differently: casts, parentheses,
 * blanks, and the schemas of functions.
 */
const plain = (text: string): string =>
  text
    .replaceAll(new RegExp(`::${types}(\\(\\d+\\))?(\\[\\])?`, "g"), "")
    .replaceAll(/(\w+|"[^"]+")\.(?=\w+\()/g, "")
    .replaceAll(/[\s()]+/g, "")
    .toLowerCase();
