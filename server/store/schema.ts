import { sql, type Kysely } from "kysely";
import { migrations } from "./migrate.ts";
import type { Tables } from "./tables.ts";

/** Every table of the newest migration and its columns. */
export const columns: { [Table in keyof Tables]: (keyof Tables[Table])[] } = {
  workspaces: ["id", "name", "created_at", "last_ticket_number"],
  api_keys: [
    "id",
    "workspace_id",
    "name",
    "scopes",
    "hash",
    "last_four",
    "created_at",
    "last_used_at",
    "revoked_at",
  ],
  contacts: [
    "workspace_id",
    "id",
    "name",
    "email",
    "phone",
    "company",
    "country",
    "city",
    "tags",
    "lifecycle",
    "vip",
    "source",
    "custom_fields",
    "created_at",
    "last_seen_at",
    "search",
  ],
  conversations: [
    "workspace_id",
    "id",
    "contact_id",
    "subject",
    "status",
    "source",
    "last_message_at",
    "created_at",
  ],
  messages: ["workspace_id", "id", "conversation_id", "author_type", "body", "created_at"],
  tickets: [
    "workspace_id",
    "id",
    "number",
    "contact_id",
    "conversation_id",
    "subject",
    "description",
    "status",
    "priority",
    "tags",
    "custom_fields",
    "created_at",
    "updated_at",
  ],
  articles: [
    "workspace_id",
    "id",
    "title",
    "slug",
    "excerpt",
    "body",
    "category",
    "locale",
    "url",
    "published_at",
    "created_at",
    "updated_at",
    "search",
  ],
  events: ["workspace_id", "sequence", "id", "type", "data", "created_at"],
  idempotency_keys: ["workspace_id", "api_key_id", "path", "key", "request_hash", "answer", "created_at"],
  webhooks: [
    "workspace_id",
    "id",
    "url",
    "events",
    "description",
    "status",
    "disabled_reason",
    "secret",
    "previous_secret",
    "previous_secret_expires_at",
    "failing_since",
    "failed_attempts",
    "created_at",
    "updated_at",
  ],
  webhook_deliveries: [
    "workspace_id",
    "id",
    "webhook_id",
    "event_id",
    "status",
    "retry",
    "attempts",
    "next_attempt_at",
    "claimed_until",
    "created_at",
  ],
  webhook_attempts: [
    "workspace_id",
    "delivery_id",
    "number",
    "at",
    "response_status",
    "error",
    "duration_ms",
    "response_excerpt",
  ],
  workspace_usage: ["workspace_id", "contacts", "bytes"],
  encryption_key: ["id", "fingerprint"],
  key_changes: ["id", "count"],
  required_migration: ["id", "name"],
};

const pairs = Object.entries(columns).flatMap(([table, names]) => names.map((name) => [table, name]));

/** Whether a database can be written, which a standby cannot. */
export async function isWritable(database: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ isWritable: boolean }>`
    select current_setting('transaction_read_only') = 'off' as "isWritable"`.execute(database);
  return rows[0]?.isWritable === true;
}

/**
 * Whether a database has what this version works with: its migrations, none with which it cannot work, and every table
 * and column.
 */
export async function hasSchema(database: Kysely<Tables>): Promise<boolean> {
  const names = Object.keys(migrations);
  const { rows } = await sql<{ isComplete: boolean }>`
    select (select count(*) from kysely_migration where name = any(${names})) = ${names.length}
      and (select name from required_migration) = any(${names})
      and not exists (
        select from unnest(${pairs.map(([table]) => table)}::text[], ${pairs.map(([, name]) => name)}::text[]) c (t, name)
        where not exists (
          select from pg_attribute where attrelid = to_regclass(t) and attname = name and not attisdropped
        )
      ) as "isComplete"`.execute(database);
  return rows[0]?.isComplete === true;
}
