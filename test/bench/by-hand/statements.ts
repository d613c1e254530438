/** The statements of the server written by hand, each prepared by its name. */

const contact = `contacts.id, 'contact' as object, name, email, phone, company, country, city, tags, lifecycle, vip, source,
  created_at, updated_at, last_seen_at,
  (select count(*)::integer from conversations c where c.workspace_id = $1 and c.contact_id = contacts.id)
    as conversations_count,
  (select count(*)::integer from tickets t where t.workspace_id = $1 and t.contact_id = contacts.id) as tickets_count,
  custom_fields`;

const moment = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

/** Of the values workspace and id. */
export const get = {
  name: "get",
  text: `select ${contact},
      (select coalesce(json_agg(one), '[]') from (
        select id, 'conversation' as object, subject, status, ${moment("last_message_at")}, ${moment("created_at")}
        from conversations where workspace_id = $1 and contact_id = $2
        order by conversations.created_at desc, id desc limit 25) one) as conversations,
      (select coalesce(json_agg(one), '[]') from (
        select id, 'ticket' as object, number, subject, status, priority, ${moment("created_at")}
        from tickets where workspace_id = $1 and contact_id = $2
        order by tickets.created_at desc, id desc limit 25) one) as tickets
    from contacts where workspace_id = $1 and id = $2`,
};

/** A page after another: of the values workspace and cursor; the first page: of the workspace. */
export const list = (limit: number, isFirst: boolean) => ({
  name: `${isFirst ? "first" : "next"}_${limit}`,
  text: `select ${contact} from contacts where workspace_id = $1
    ${isFirst ? "" : "and (created_at, id) < (select created_at, id from contacts where workspace_id = $1 and id = $2)"}
    order by created_at desc, id desc limit ${limit + 1}`,
});

/**
 * The contact, its event, the count for the quotas, and deliveries of the event, in one statement, which is the transaction.
 * It writes nothing when the workspace has no room.
 */
export const create = {
  name: "create",
  text: `with used as (
      select coalesce(sum(contacts), 0) + 1 <= $15::bigint and coalesce(sum(bytes), 0) + $13::bigint <= $16::bigint as has_room
      from workspace_usage_parts where workspace_id = $1
    ), contact as (
      insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
        custom_fields, created_at, updated_at, last_seen_at)
      select $1, $2, $3, $4, $5, $6, $7, '', $8, 'lead', false, 'api', $9::json, $10, $10, $10 from used where has_room
      on conflict (workspace_id, lower(email)) do nothing
      returning id
    ), event as (
      insert into events (workspace_id, id, type, data, created_at)
      select $1, $11, 'contact.created', $12::json, $10 from contact
    ), counted as (
      insert into workspace_usage_parts as usage (workspace_id, part, contacts, bytes)
      select $1, pg_backend_pid() % 16, 1, $13::bigint from contact
      on conflict (workspace_id, part) do update
        set contacts = usage.contacts + excluded.contacts, bytes = usage.bytes + excluded.bytes
    ), delivery as (
      insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
      select $1, $14 || '_' || webhooks.id, webhooks.id, $11, 'pending', true, $10, $10 from webhooks, contact
      where workspace_id = $1 and status = 'enabled' and events && array['contact.created', '*']
    )
    select has_room, exists (select from contact) as is_new from used`,
};

/** A key by its hash. */
export const key = {
  name: "key",
  text: `update api_keys set last_used_at = now() where hash = $1 and revoked_at is null and coalesce(expires_at > now(), true)
    returning id, workspace_id, scopes`,
};
