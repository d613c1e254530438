import { sql, type Kysely } from "kysely";
import PgBoss from "pg-boss";

/** Webhooks, their deliveries and attempts, the queue of attempts to make, and a check of the encryption key. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table webhooks (
     workspace_id text collate "C" not null references workspaces,
     id text collate "C" not null,
     url text not null,
     events text[] not null,
     description text not null,
     status text not null,
     disabled_reason text,
     secret text not null,
     previous_secret text,
     previous_secret_expires_at timestamptz(3),
     failing_since timestamptz(3),
     failed_attempts integer not null default 0,
     created_at timestamptz(3) not null,
     updated_at timestamptz(3) not null,
     primary key (workspace_id, id)
   )`,
  `create index webhooks_newest on webhooks (workspace_id, created_at desc, id desc)`,

  `create table webhook_deliveries (
     workspace_id text collate "C" not null,
     id text collate "C" not null,
     webhook_id text collate "C" not null,
     event_id text collate "C" not null,
     status text not null,
     retry boolean not null,
     attempts integer not null default 0,
     next_attempt_at timestamptz(3),
     created_at timestamptz(3) not null,
     primary key (workspace_id, id),
     foreign key (workspace_id, webhook_id) references webhooks on delete cascade,
     foreign key (workspace_id, event_id) references events (workspace_id, id) on delete cascade
   )`,
  `create index webhook_deliveries_newest
     on webhook_deliveries (workspace_id, webhook_id, created_at desc, id desc)`,
  `create index webhook_deliveries_of_event on webhook_deliveries (workspace_id, event_id)`,
  `create index webhook_deliveries_pending
     on webhook_deliveries (next_attempt_at) where status = 'pending'`,

  `create table webhook_attempts (
     workspace_id text collate "C" not null,
     delivery_id text collate "C" not null,
     number integer not null,
     at timestamptz(3) not null,
     response_status integer,
     error text,
     duration_ms integer not null,
     response_excerpt text not null,
     primary key (workspace_id, delivery_id, number),
     foreign key (workspace_id, delivery_id) references webhook_deliveries on delete cascade
   )`,

  `create table encryption_key (id integer primary key default 1 check (id = 1), fingerprint text not null)`,

  // The library's own plan is a transaction; the migration is one already.
  PgBoss.getConstructionPlans("pgboss")
    .replace(/^\s*BEGIN;/, "")
    .replace(/COMMIT;\s*$/, ""),
  // An attempt takes at most 15 s, so one that is not done after 30 s was lost with its process.
  `select pgboss.create_queue('attempts', '{
     "policy": "standard", "retryLimit": 1000000, "retryDelay": 15, "expireInSeconds": 30
   }')`,
];
