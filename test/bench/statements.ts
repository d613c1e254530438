/**
 * The statements of the two servers that others are compared with. Each is prepared by its name.
 */

const contact = `contacts.id, 'contact' as object, name, email, phone, company, country, city, tags, lifecycle, vip, source,
  created_at, updated_at, last_seen_at,
  (select count(*)::integer from conversations c where c.workspace_id = $1 and c.contact_id = contacts.id)
    as conversations_count,
  (select count(*)::integer from tickets t where t.workspace_id = $1 and t.contact_id = contacts.id) as tickets_count,
  custom_fields`;

const asText = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

/** Reads a contact. Its values are the workspace and the id. */
export const readOne = {
  name: "get",
  text: `select ${contact},
      (select coalesce(json_agg(one), '[]') from (
        select id, 'conversation' as object, subject, status, ${asText("last_message_at")}, ${asText("created_at")}
        from conversations where workspace_id = $1 and contact_id = $2
        order by conversations.created_at desc, id desc limit 25) one) as conversations,
      (select coalesce(json_agg(one), '[]') from (
        select id, 'ticket' as object, number, subject, status, priority, ${asText("created_at")}
        from tickets where workspace_id = $1 and contact_id = $2
        order by tickets.created_at desc, id desc limit 25) one) as tickets
    from contacts where workspace_id = $1 and id = $2`,
};

/** A page after another: of the values workspace and cursor; the first page: of the workspace. */
export const readPage = (limit: number, isFirst: boolean) => ({
  name: `${isFirst ? "first" : "next"}_${limit}`,
  text: `select ${contact} from contacts where workspace_id = $1
    ${isFirst ? "" : "and (created_at, id) < (select created_at, id from contacts where workspace_id = $1 and id = $2)"}
    order by created_at desc, id desc limit ${limit + 1}`,
});

/** A key by its hash. */
export const findKeyByHash = {
  name: "key",
  text: `update api_keys set last_used_at = now() where hash = $1 and revoked_at is null and coalesce(expires_at > now(), true)
    returning id, workspace_id, scopes`,
};
