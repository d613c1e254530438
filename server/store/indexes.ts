import { sql, type Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** Every index of the newest migration, those of keys too, which PostgreSQL names. */
export const indexes = `
  api_keys_hash_key api_keys_of_workspace api_keys_pkey
  articles_newest articles_pkey articles_search articles_workspace_id_slug_key
  audit_log_age audit_log_pkey
  contacts_changed contacts_email contacts_newest contacts_of_lifecycle contacts_of_tag contacts_pkey contacts_search_grams
  conversations_changed conversations_newest conversations_of_contact conversations_of_status conversations_pkey
  encryption_key_pkey
  events_age events_of_type events_pkey events_workspace_id_id_key
  idempotency_keys_age idempotency_keys_pkey
  key_changes_pkey
  messages_newest messages_pkey
  messenger_sessions_age messenger_sessions_hash_key messenger_sessions_of_contact messenger_sessions_of_token
  messenger_sessions_pkey
  messenger_tokens_hash_key messenger_tokens_of_workspace messenger_tokens_pkey
  required_migration_pkey
  ticket_numbers_pkey
  tickets_changed tickets_newest tickets_of_contact tickets_of_status tickets_pkey tickets_workspace_id_number_key
  webhook_attempts_pkey
  webhook_deliveries_newest webhook_deliveries_of_event webhook_deliveries_of_status webhook_deliveries_pending
  webhook_deliveries_pkey webhook_deliveries_waiting
  webhooks_newest webhooks_pkey
  workspace_usage_parts_pkey workspace_usage_pkey
  workspaces_name_key workspaces_pkey`
  .trim()
  .split(/\s+/);

/** Those that a database lacks or does not use, as after an interrupted `create index concurrently`. */
export async function missingIndexes(database: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${indexes}::text[]) wanted (name)
    where not exists (select from pg_index where indexrelid = to_regclass(name) and indisvalid)`.execute(
    database,
  );
  return rows.map(({ name }) => name);
}
