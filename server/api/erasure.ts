import { sql, type RawBuilder } from "kysely";
import { objects } from "../../generated/objects.ts";
import type { Timestamp } from "../../generated/types.ts";
import { found } from "../contract/api-error.ts";
import { readContact, toDetail } from "./contacts.ts";
import { requireMatch } from "./etags.ts";
import type { Handler } from "./handler.ts";
import { eraseResponses } from "./erase-responses.ts";
import { remove } from "../store/rows.ts";
import { timestampAfter } from "../store/timestamp.ts";
import type { CountedTable } from "../store/usage/usage.ts";
import { inTransaction, type Transaction } from "../store/transaction.ts";
import { eraseEvents } from "./event-retention.ts";
import { recordEvent } from "./record-events.ts";

/**
 * Rows that one statement erases: few, so that it stays far below its time limit when each event
 * has many deliveries.
 */
const batch = 500;

/** Contract: deleteContact (D-39). One transaction, also in a full workspace. */
export const deleteContact: Handler<"deleteContact"> = async (
  { path: { id }, header },
  { store, workspaceId, request },
) => {
  const data = objects.DeletedContact({ id, deleted: true });
  const work = async (tx: Transaction) => {
    const contact = await lockPerson(tx, id);
    const rows =
      header["If-Match"] === undefined
        ? []
        : await readContact(tx.database, { workspaceId, id });
    for (const row of rows) requireMatch(header, toDetail(row));
    await erasePerson(tx, id);
    recordEvent(
      tx,
      { type: "contact.deleted", data },
      null,
      timestampAfter(contact, tx.now),
    );
  };
  await inTransaction(store, workspaceId, work, {
    request,
    mayExceedQuotas: true,
  });
  return { status: 200, body: { data } };
};

/**
 * Locks a contact and its conversations, so that nothing is written about the person any more: each
 * writer locks one of these rows, or a ticket or a delivery, and the erasure waits for that lock.
 * @throws ApiError 404 when somebody else has erased it meanwhile
 */
async function lockPerson(
  { database, workspaceId }: Transaction,
  id: string,
): Promise<{ updated_at: Timestamp }> {
  const contact = await database
    .selectFrom("contacts")
    .select("updated_at")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  await sql`
    select from conversations where workspace_id = ${workspaceId} and contact_id = ${id} for update`.execute(
    database,
  );
  return found(contact);
}

/**
 * Erases the rows about a person, by the columns that refer to the person. Erases in the order in
 * which other requests write: tickets before events, deliveries before stored responses.
 */
async function erasePerson(tx: Transaction, id: string): Promise<void> {
  const { workspaceId } = tx;
  const ofContact = sql`contact_id = ${id}`;
  const inConversations = sql`conversation_id in (
    select id from conversations where workspace_id = ${workspaceId} and contact_id = ${id})`;
  await inBatches(tx, "messenger_sessions", ofContact);
  await inBatches(tx, "messages", inConversations);
  await inBatches(tx, "tickets", ofContact);
  await inBatches(tx, "conversations", ofContact);
  await inBatches(tx, "events", ofContact, {
    erase: (ids) => eraseEvents(tx, ids),
  });
  // Stored responses have no id, and never change, so that they stay where they are found.
  await inBatches(tx, "idempotency_keys", sql`contact_ids @> array[${id}]`, {
    key: "ctid",
    erase: (places) => eraseResponses(tx, sql`ctid = any(${places})`),
  });
  await remove(tx, "contacts", sql`id = ${id}`);
}

/**
 * Finds rows of a table once, by a cursor, and erases some at a time.
 * @param options.key the column by which the rows are found
 * @param options.erase erases rows by their keys; by default it deletes them
 */
async function inBatches(
  tx: Transaction,
  table: CountedTable,
  where: RawBuilder<unknown>,
  {
    key = "id",
    erase = (keys: string[]): Promise<unknown> =>
      remove(tx, table, sql`${sql.ref(key)} = any(${keys})`),
  } = {},
): Promise<void> {
  const { database, workspaceId } = tx;
  const cursor = sql.ref(`erased_${table}`);
  const declare = sql`
    declare ${cursor} no scroll cursor for
    select ${sql.ref(key)} as key from ${sql.table(table)} where workspace_id = ${workspaceId} and ${where}`;
  const fetch = () =>
    sql<{ key: string }>`fetch ${sql.lit(batch)} from ${cursor}`.execute(
      database,
    );
  let [, { rows }] = await Promise.all([declare.execute(database), fetch()]);
  for (; ; { rows } = await fetch()) {
    if (rows.length > 0) await erase(rows.map(({ key }) => key));
    if (rows.length < batch) return;
  }
}
