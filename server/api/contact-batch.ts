import { sql } from "kysely";
import { objects } from "../../generated/objects.ts";
import type { ContactBatchResult } from "../../generated/types.ts";
import {
  ApiError,
  type ErrorDetail,
  type Language,
} from "../contract/api-error.ts";
import { elementOf } from "../contract/schema.ts";
import { insert, update } from "../store/rows.ts";
import type { Transaction } from "../store/transaction.ts";
import {
  applyBatch,
  resultOrError,
  type AppliedBatch,
  type Element,
} from "./apply-batch.ts";
import { withUniqueKeys } from "./contact-keys.ts";
import { contactsOf, type ContactRow } from "./contact-rows.ts";
import {
  keysOf,
  noContacts,
  put,
  type ContactsByKey,
  type KeyField,
} from "./contacts-by-key.ts";
import type { Handler } from "./handler.ts";
import { idempotent } from "./idempotency.ts";
import { recordEvents } from "./record-events.ts";

/**
 * Contract: batchContacts. One transaction changes all contacts. Elements that are refused do not
 * keep the others from being stored (D-38).
 */
export const batchContacts: Handler<"batchContacts"> = (input, context) =>
  withUniqueKeys(context, () => changeAll(input, context));

const changeAll = idempotent<"batchContacts">(
  async ({ body }, tx, { language }) => {
    const elements = body.contacts.map((element) =>
      resultOrError(() => elementOf("BatchContact", element)),
    );
    const stored = await lockedContacts(tx, elements);
    const applied = applyBatch(elements, stored, tx.now);
    writeContacts(tx, stored, applied);
    recordEvents(tx, applied.events);
    const results = applied.results.map((result) =>
      result instanceof ApiError ? failed(result, language()) : result,
    );
    const data = objects.ContactBatch({ results });
    const contactIds = new Set(results.flatMap(contactsIn));
    return {
      response: { status: 200, body: { data } },
      contactIds: [...contactIds],
    };
  },
);

/** Writes the contacts that are new or changed. */
function writeContacts(
  tx: Transaction,
  stored: ContactsByKey,
  { contacts, written }: AppliedBatch,
): void {
  clearMovedKeys(tx, [...stored.rows.values()], contacts);
  const rows = [...written].flatMap((id) => contacts.rows.get(id) ?? []);
  // All batches insert in one order, so that two never wait for each other.
  rows.sort(byEmail);
  const isStored = ({ id }: ContactRow) => stored.rows.has(id);
  const changed = rows.filter(isStored);
  const created = rows.filter((row) => !isStored(row));
  void update(tx, "contacts", changed);
  void insert(tx, "contacts", created);
}

/**
 * Clears the email and the external id of contacts that lose one of them to another contact, as
 * PostgreSQL checks a unique index at each row of a statement. The later update of the contacts
 * stores their new values.
 */
function clearMovedKeys(
  tx: Transaction,
  before: ContactRow[],
  { owners }: ContactsByKey,
): void {
  const losesKey = (row: ContactRow) =>
    keysOf(row).some((key) => {
      const owner = owners.get(key);
      return owner !== undefined && owner !== row.id;
    });
  // An email must not be null; no other contact has the id as its email.
  const cleared = before
    .filter(losesKey)
    .map(({ id }) => ({ id, email: id, external_id: null }));
  void update(tx, "contacts", cleared);
}

const byEmail = (one: ContactRow, other: ContactRow) =>
  one.email.toLowerCase() < other.email.toLowerCase() ? -1 : 1;

/** Locks the contacts that well-formed elements name, in the order of their ids, and reads them. */
async function lockedContacts(
  { database, workspaceId }: Transaction,
  elements: Element[],
): Promise<ContactsByKey> {
  const contacts = noContacts();
  const valuesOf = (field: KeyField) =>
    elements.flatMap((element) =>
      element instanceof ApiError ? [] : (element[field] ?? []),
    );
  const searches = [
    { column: sql`id`, values: valuesOf("id") },
    { column: sql`external_id`, values: valuesOf("external_id") },
    {
      column: sql`lower(email)`,
      values: valuesOf("email").map((email) => email.toLowerCase()),
    },
  ].filter(({ values }) => values.length > 0);
  if (searches.length === 0) return contacts;
  // A query for each column, as a single condition with "or" would read the whole workspace.
  const queries = searches.map(
    ({ column, values }) =>
      sql`select id from contacts where workspace_id = ${workspaceId} and ${column} = any(${values})`,
  );
  const isNamed = sql<boolean>`id = any(array(${sql.join(queries, sql` union all `)}))`;
  const lock = database
    .selectFrom("contacts")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where(isNamed)
    .orderBy("id")
    .forUpdate();
  const locked = (await lock.execute()).map(({ id }) => id);
  // A second statement reads the rows: the first may wait for a lock, and would then count the
  // conversations as they were before the wait.
  const rows = await contactsOf(database, workspaceId)
    .where(sql<boolean>`id = any(${locked})`)
    .execute();
  for (const row of rows) put(contacts, row);
  return contacts;
}

/**
 * The detail of a `precondition_failed` of an element: it names the field `if_match`. A single
 * request has a header instead, so its error has no such detail.
 */
const versionDetail = {
  path: ["if_match"],
  reason: "conflict",
  message: {
    es: "no es la versión actual del contacto",
    en: "is not the present version of the contact",
  },
} satisfies ErrorDetail;

/** Returns the ids of the contacts that a result names, also of those that an element conflicts with. */
function contactsIn({ contact, error }: ContactBatchResult): string[] {
  const inDetails = error?.details.map(({ contact_id }) => contact_id) ?? [];
  const ids = [contact?.id, error?.contact_id, ...inDetails];
  return ids.filter((id) => id !== undefined);
}

/** The result of an element that was refused. */
function failed(error: ApiError, language: Language): ContactBatchResult {
  const { error: sent } = error.body(language);
  const message = versionDetail.message[language];
  const details = [{ ...versionDetail, message }];
  // An element has only errors that the contract lists for it, which TypeScript cannot see.
  return {
    status: "failed",
    error: {
      ...sent,
      ...(error.code === "precondition_failed" && { details }),
    } as NonNullable<ContactBatchResult["error"]>,
  };
}
