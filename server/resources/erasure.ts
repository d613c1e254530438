import { sql, type Kysely } from "kysely";
import type { DeletedContact } from "../../generated/types.ts";
import { ApiError } from "../contract/api-error.ts";
import type { Handler } from "../handler.ts";
import type { OpenChange } from "../store/at-end.ts";
import { change } from "../store/change.ts";
import { planEachTime } from "../store/driver.ts";
import { later, momentAfter, type Dated, type Moment } from "../store/moment.ts";
import type { Tables } from "../store/tables.ts";
import { recordEvent } from "./events.ts";

/** Events that one statement looks at: few, so that it stays far below the time limit of a statement. */
const batch = 5000;

/** Longer than a change lasts, in minutes: events that the first sweep could not see are not older. */
const unseen = 1;

/**
 * Contract: deleteContact (D-39). No index leads from a person to the events about it, as every event would pay for it.
 * So the events are read before the change, batch by batch; the change only reads those that were written since.
 */
export const deleteContact: Handler<"deleteContact"> = async ({ path: { id } }, { store, workspaceId }) => {
  const { database, now } = store;
  const { start } = await database.selectNoFrom(now().as("start")).executeTakeFirstOrThrow();
  const about = await aboutContact(database, workspaceId, id);
  for (let after: string | undefined = "0"; after !== undefined;) {
    after = await eraseEvents(database, about, after);
  }
  const since = later(start, -unseen * 60_000);
  const data = await change(store, workspaceId, async (change) => {
    const contact = await eraseRows(change, id, since);
    const data: DeletedContact = { id, object: "contact", deleted: true };
    recordEvent(change, { type: "contact.deleted", data }, momentAfter(contact, change.now));
    return data;
  });
  return { status: 200, headers: {}, body: { data } };
};

/** What events, deliveries and stored responses name when they are about a person. */
interface About {
  workspaceId: string;
  contactId: string;
  conversationIds: string[];
}

/** @throws ApiError 404 when the workspace has no such contact */
async function aboutContact(
  database: Kysely<Tables>,
  workspaceId: string,
  contactId: string,
): Promise<About> {
  const contact = await database
    .selectFrom("contacts")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", contactId)
    .executeTakeFirst();
  if (!contact) throw new ApiError("not_found", {});
  const conversations = await database
    .selectFrom("conversations")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("contact_id", "=", contactId)
    .execute();
  return { workspaceId, contactId, conversationIds: conversations.map(({ id }) => id) };
}

/**
 * Erases the next events that are about a person; their deliveries and attempts go with them. The end of the range is a
 * value for PostgreSQL: with a join it reads all events.
 * @returns the sequence number of the last event that was looked at; undefined after the last
 */
async function eraseEvents(
  database: Kysely<Tables>,
  about: About,
  after: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    with seen as materialized (
      select max(sequence) as last from (
        select sequence from events
        where workspace_id = ${about.workspaceId} and sequence > ${after}
        order by sequence
        limit ${sql.lit(batch)}
      ) next
    ), erased as (
      delete from events
      where workspace_id = ${about.workspaceId} and sequence > ${after}
        and sequence <= (select last from seen) and ${isAbout(about)}
    )
    select last from seen`.execute(database);
  return rows[0]?.last ?? undefined;
}

/** A message of the team names its conversation only. */
const isAbout = ({ contactId, conversationIds }: About) => sql`
  case when events.type = 'message.created'
    then events.data ->> 'conversation_id' = any(${conversationIds})
    else strpos(events.data::text, ${contactId}) > 0
  end`;

/**
 * Erases the rows of a person. Each is locked first, so that nothing is written about it any more.
 * @throws ApiError 404 when somebody else has erased it meanwhile
 */
async function eraseRows(change: OpenChange, id: string, since: Moment): Promise<Dated> {
  const { transaction, workspaceId } = change;
  const contact = await transaction
    .selectFrom("contacts")
    .select(["created_at", "updated_at"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!contact) throw new ApiError("not_found", {});
  const ofContact = sql`workspace_id = ${workspaceId} and contact_id = ${id}`;
  await sql`select from conversations where ${ofContact} for update`.execute(transaction);
  const about = await aboutContact(transaction, workspaceId, id);
  const { conversationIds } = about;
  const inConversations = sql`workspace_id = ${workspaceId} and conversation_id = any(${conversationIds})`;
  const isContact = sql`workspace_id = ${workspaceId} and id = ${id}`;
  await sql`delete from messenger_sessions where ${ofContact}`.execute(transaction);
  const sizes = [
    await erase(transaction, "messages", inConversations),
    await erase(transaction, "tickets", ofContact),
    await erase(transaction, "conversations", ofContact),
    await erase(transaction, "contacts", isContact),
  ];
  await forgetUsage(
    change,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  await sql`
    delete from idempotency_keys
    where workspace_id = ${workspaceId} and (refers_to is null or refers_to && ${[id, ...conversationIds]}::text[])
  `.execute(transaction);
  const written = sql`
    delete from events where workspace_id = ${workspaceId} and created_at >= ${since} and ${isAbout(about)}`;
  await transaction.executeQuery(planEachTime(written.compile(transaction)));
  return contact;
}

/**
 * Deletes rows of a table. Returns how many bytes they had, about as many as the objects that showed them. The statement
 * reads the rows as they were before it.
 */
async function erase(
  transaction: Kysely<Tables>,
  table: "messages" | "tickets" | "conversations" | "contacts",
  where: ReturnType<typeof sql>,
): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    with erased as (delete from ${sql.table(table)} where ${where})
    select coalesce(sum(pg_column_size(erasable)), 0) as bytes from ${sql.table(table)} as erasable where ${where}`.execute(
    transaction,
  );
  return Number(rows[0]?.bytes);
}

/** A person that was erased no longer counts for the quotas of its workspace (D-35). */
async function forgetUsage({ transaction, workspaceId }: OpenChange, bytes: number): Promise<void> {
  await sql`
    insert into workspace_usage as usage (workspace_id, contacts, bytes) values (${workspaceId}, -1, ${-bytes})
    on conflict (workspace_id) do update
      set contacts = usage.contacts + excluded.contacts, bytes = usage.bytes + excluded.bytes`.execute(
    transaction,
  );
}
