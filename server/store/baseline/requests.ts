import { lengthsOf, size } from "./sizes.ts";

/**
 * What requests leave beside the objects that they write: the responses that are kept for an Idempotency-Key (D-25), and how
 * much a workspace stores (D-35): the ledger, in parts, so that transactions at one time need not wait for each other.
 */
export const requests = `
  create table idempotency_keys (
    workspace_id text collate "C" not null references workspaces,
    api_key_id text collate "C" not null,
    path text not null,
    key text collate "C" not null,
    request_hash text collate "C" not null,
    response bytea not null,
    contact_ids text[] not null,
    created_at timestamptz(3) not null,
    ${size(...lengthsOf("path", "response"), "text_bytes(contact_ids)")},
    primary key (workspace_id, api_key_id, path, key)
  );
  create index idempotency_keys_age on idempotency_keys (created_at);
  -- From a person to the responses about it, for an erasure (D-39).
  create index idempotency_keys_of_contacts on idempotency_keys using gin (workspace_id, contact_ids)
    with (fastupdate = on, gin_pending_list_limit = 512);

  create table workspace_usage_parts (
    workspace_id text collate "C" not null references workspaces,
    part integer not null,
    contacts bigint not null,
    bytes bigint not null,
    primary key (workspace_id, part)
  ) with (fillfactor = 50);

  -- A statement calls it to write nothing; errors.ts reads the reason.
  create function raise_conflict(reason text) returns void language plpgsql as $$
    begin
      raise exception using message = reason, errcode = 'CA001';
    end
  $$;
`;
