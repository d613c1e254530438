/** Webhooks, the deliveries that are also the queue of the worker, and the attempts that were made. */
export const webhooks = `
  create table webhooks (
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
  );
  create index webhooks_newest on webhooks (workspace_id, created_at desc, id desc);

  create table webhook_deliveries (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    webhook_id text collate "C" not null,
    event_id text collate "C" not null,
    status text not null,
    retry boolean not null,
    attempts integer not null default 0,
    next_attempt_at timestamptz(3),
    claimed_until timestamptz(3),
    created_at timestamptz(3) not null,
    -- With its attempts: each is added when it is recorded.
    bytes integer not null default 200,
    primary key (workspace_id, id),
    foreign key (workspace_id, webhook_id) references webhooks on delete cascade,
    foreign key (workspace_id, event_id) references events (workspace_id, id) on delete cascade
  );
  create index webhook_deliveries_newest
    on webhook_deliveries (workspace_id, webhook_id, created_at desc, id desc);
  create index webhook_deliveries_of_status
    on webhook_deliveries (workspace_id, webhook_id, status, created_at desc, id desc);
  create index webhook_deliveries_of_event on webhook_deliveries (workspace_id, event_id);
  create index webhook_deliveries_pending on webhook_deliveries (next_attempt_at) where status = 'pending';
  -- Of one webhook. Its condition differs, so that PostgreSQL never takes one index for the other.
  create index webhook_deliveries_waiting
    on webhook_deliveries (workspace_id, webhook_id, next_attempt_at) where next_attempt_at is not null;

  create table webhook_attempts (
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
  );
`;
