import { sql, type Kysely } from "kysely";
import { evaluate } from "./statement.ts";
import type { Tables } from "./tables.ts";

/*
 * Version 1.1.0 noted its migrations in `kysely_migration`, and its tables differ in many places.
 * So they are put aside, the baseline makes its own, and the rows are copied: in one transaction.
 * Those of 1.1.0 stay in a schema of their own.
 */

/** The schema in which the tables of 1.1.0 wait until their rows are copied. */
const aside = "contacts_1_1_0";

/** The first migration of 1.1.0, and its last one. Commits after the release had up to six more. */
const [first, last] = ["0001-contacts", "0016-messenger"];

/**
 * Finds the tables of 1.1.0, which noted its migrations in a table of its own.
 * @returns the version, for a message; undefined when a database has other tables
 */
export async function oldVersion(
  database: Kysely<Tables>,
): Promise<"1.1.0" | "before 1.1.0" | undefined> {
  const isThere = await evaluate(
    database,
    sql<boolean>`to_regclass('kysely_migration') is not null and to_regclass('migrations') is null`,
  );
  if (!isThere) return undefined;
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration`.execute(database);
  const names = rows.map(({ name }) => name);
  // Other programs have such a table too.
  if (!names.includes(first)) return undefined;
  return names.includes(last) ? "1.1.0" : "before 1.1.0";
}

/** Moves the tables of 1.1.0 into a schema of their own. */
export async function putAside(transaction: Kysely<Tables>): Promise<void> {
  await sql.raw(`create schema ${aside}`).execute(transaction);
  const { rows } = await sql<{ statement: string }>`
    select format('alter table %s set schema %I', oid::regclass, ${aside}::text) as statement from pg_class
    where relnamespace = current_schema::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    union all
    select format('alter function %s set schema %I', oid::regprocedure, ${aside}::text) from pg_proc
    where pronamespace = current_schema::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`.execute(
    transaction,
  );
  for (const { statement } of rows)
    await sql.raw(statement).execute(transaction);
}

/** After the tables that they refer to. */
const copied = [
  "workspaces",
  "api_keys",
  "contacts",
  "conversations",
  "messages",
  "tickets",
  "ticket_numbers",
  "articles",
  "events",
  "webhooks",
  "webhook_deliveries",
  "webhook_attempts",
  "messenger_tokens",
  "messenger_sessions",
  "idempotency_keys",
  "audit_log",
  "encryption_key",
];

/** Columns that 1.1.0 lacks, or where it has null. */
const changed: Record<string, Record<string, string>> = {
  contacts: { updated_at: "coalesce(updated_at, created_at)" },
  conversations: { updated_at: "coalesce(updated_at, created_at)" },
  events: {
    contact_id: `case when data ->> 'object' = 'contact' then data ->> 'id' else coalesce(data ->> 'contact_id', (
      select contact_id from ${aside}.conversations
      where conversations.workspace_id = events.workspace_id and conversations.id = data ->> 'conversation_id')) end`,
  },
  webhook_deliveries: {
    bytes: `200 + (
      select coalesce(sum(200 + octet_length(response_excerpt)), 0) from ${aside}.webhook_attempts
      where webhook_attempts.workspace_id = webhook_deliveries.workspace_id and delivery_id = webhook_deliveries.id)`,
  },
  idempotency_keys: {
    response: "decode(answer, 'base64')",
    contact_ids: `array(
      select name from unnest(refers_to) name where name like 'ct\\_%' union
      select contact_id from ${aside}.conversations
      where conversations.workspace_id = idempotency_keys.workspace_id and conversations.id = any(refers_to))`,
  },
};

/** The tables whose rows count for the quotas. */
const counted = [
  "contacts",
  "conversations",
  "messages",
  "tickets",
  "events",
  "webhook_deliveries",
  "messenger_sessions",
  "idempotency_keys",
];

/** Copies the rows into the tables of the baseline. */
export async function copyRows(transaction: Kysely<Tables>): Promise<void> {
  for (const table of copied) {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped and attgenerated = ''
        and (attname = any(${Object.keys(changed[table] ?? {})}) or attname in (
          select attname from pg_attribute where attrelid = to_regclass(${`${aside}.${table}`}) and attnum > 0))`.execute(
      transaction,
    );
    const names = rows.map(({ name }) => name);
    const values = names.map((name) => changed[table]?.[name] ?? `"${name}"`);
    await sql
      .raw(
        `insert into ${table} (${names.map((name) => `"${name}"`).join()}) overriding system value
        select ${values.join()} from ${aside}.${table}`,
      )
      .execute(transaction);
  }
  const sums = counted.map(
    (table) =>
      `select workspace_id, ${table === "contacts" ? 1 : 0} as contacts, bytes from ${table}`,
  );
  await sql
    .raw(
      `insert into workspace_usage_parts (workspace_id, part, contacts, bytes)
      select workspace_id, 0, sum(contacts), sum(bytes) from (${sums.join(" union all ")}) rows group by workspace_id;
      select setval('events_sequence_seq', (select last_value from ${aside}.events_sequence_seq))`,
    )
    .execute(transaction);
}
