import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { objects } from "../../generated/objects.ts";
import type {
  BatchContact,
  Contact,
  ContactBatchResult,
} from "../../generated/types.ts";
import {
  ApiError,
  type ErrorDetail,
  type Language,
  required,
} from "../contract/api-error.ts";
import { elementOf, requireValid } from "../contract/schema.ts";
import type { Handler } from "./handler.ts";
import { idempotent, type Creation } from "./idempotency.ts";
import { insert, update } from "../store/rows.ts";
import type { Transaction } from "../store/transaction.ts";
import { timestampAfter, type Timestamp } from "../store/timestamp.ts";
import { contactConflict, withUniqueKeys } from "./contact-keys.ts";
import {
  changedContact,
  contactsOf,
  newContact,
  noContact,
  toContact,
  type ContactRow,
} from "./contact-rows.ts";
import {
  type EventContent,
  type NewEvent,
  recordEvents,
} from "./record-events.ts";
import { versionOf } from "./versions.ts";

/**
 * Contract: batchContacts. One transaction changes all contacts. Elements that are refused do not
 * keep the others from being stored (D-38).
 */
export const batchContacts: Handler<"batchContacts"> = (input, context) =>
  withUniqueKeys(context, () => changeAll(input, context));

const changeAll = idempotent<"batchContacts">(
  async ({ body }, tx, { language }) => {
    const elements = body.contacts.map((element) =>
      attempt(() => elementOf("BatchContact", element)),
    );
    const contacts = await lockedContacts(tx, elements);
    return applyBatch(tx, elements, contacts, tx.now, language());
  },
);

/** An element of a batch, or the error of one that is not well-formed. */
type Element = BatchContact | ApiError;

/** Fields by which an element can name a contact; the first that a contact has counts (D-45). */
const keyFields = ["id", "external_id", "email"] as const;
type KeyField = (typeof keyFields)[number];

/** The contacts of a batch, as they are after the elements that have been applied so far. */
interface Contacts {
  /** Id → row. */
  rows: Map<string, ContactRow>;
  /** Key → the id of the contact that has it. */
  owners: Map<string, string>;
}

/** Makes a key: a field and its value. Emails that differ only in case have one key. */
function keyOf(field: KeyField, value: string): string {
  const compared = field === "email" ? value.toLowerCase() : value;
  return `${field} ${compared}`;
}

const keysOf = (row: ContactRow): string[] =>
  keyFields.flatMap((field) => {
    const value = row[field];
    return value === null ? [] : keyOf(field, value);
  });

/** Adds a row, or replaces the one with its id. Keys that another contact has taken stay there. */
function put({ rows, owners }: Contacts, row: ContactRow): void {
  const before = rows.get(row.id);
  const keysBefore = before ? keysOf(before) : [];
  for (const key of keysBefore) {
    if (owners.get(key) === row.id) owners.delete(key);
  }
  for (const key of keysOf(row)) owners.set(key, row.id);
  rows.set(row.id, row);
}

/** A key that an element gives up, and the contact that has it before the batch. */
interface Released {
  /** The index of the element. */
  index: number;
  contact_id: string;
}

/**
 * Returns the keys that elements give up, so that elements before them can take these keys: two
 * contacts can swap.
 */
function releasedBy(
  elements: Element[],
  contacts: Contacts,
): Map<string, Released> {
  const released = new Map<string, Released>();
  for (const [index, element] of elements.entries()) {
    if (element instanceof ApiError) continue;
    const [holder] = holdersOf(contacts, element);
    if (!holder) continue;
    const { row } = holder;
    for (const field of ["email", "external_id"] as const) {
      const present = row[field];
      const wanted = element[field];
      if (present === null || wanted === undefined) continue;
      const key = keyOf(field, present);
      if (wanted === null || keyOf(field, wanted) !== key)
        released.set(key, { index, contact_id: row.id });
    }
  }
  return released;
}

/** A contact that has a key of an element. */
interface KeyHolder {
  field: KeyField;
  key: string;
  row: ContactRow;
}

/** Returns the contacts that have the keys of an element, in the order of `keyFields`. */
function holdersOf(
  { rows, owners }: Contacts,
  element: BatchContact,
): KeyHolder[] {
  const holders: KeyHolder[] = [];
  for (const field of keyFields) {
    const value = element[field];
    if (!value) continue;
    const key = keyOf(field, value);
    const row = rows.get(owners.get(key) ?? "");
    if (row) holders.push({ field, key, row });
  }
  return holders;
}

/**
 * Returns the contact that an element names; undefined when there is none yet.
 * @param isReleased says whether a later element makes the contact give up the key
 * @throws ApiError the conflict that a single request would get, when the element names two
 *   contacts
 */
function namedContact(
  contacts: Contacts,
  element: BatchContact,
  isReleased: (key: string, contactId: string) => boolean,
): ContactRow | undefined {
  const holders = holdersOf(contacts, element);
  const [first] = holders;
  if (element.id !== undefined && first?.field !== "id") throw noContact("id");
  if (!first) return undefined;
  const { row } = first;
  const others = holders.filter(
    (holder) =>
      holder.row.id !== row.id && !isReleased(holder.key, holder.row.id),
  );
  // The contact has the email of the element, and another external id.
  const isAnotherPerson =
    first.field === "email" &&
    element.external_id != null &&
    row.external_id !== null &&
    row.external_id !== element.external_id;
  if (others.length === 0 && !isAnotherPerson) return row;
  // An element with an id changes the contact of the id, which then is not in conflict.
  const inConflict = element.id === undefined ? holders : others;
  throw contactConflict(
    inConflict.map((holder) => ({
      field: holder.field,
      contact_id: holder.row.id,
    })),
  );
}

/** The contacts after a batch, and what it did to them. */
interface Applied {
  contacts: Contacts;
  /** The ids of the contacts that are new or changed. */
  written: Set<string>;
  events: NewEvent[];
  results: (ContactBatchResult | ApiError)[];
}

/** Applies elements in their order. An element can take a key that a later element gives up. */
function applyInOrder(
  elements: Element[],
  stored: Contacts,
  released: Map<string, Released>,
  now: Timestamp,
): Applied {
  const contacts: Contacts = {
    rows: new Map(stored.rows),
    owners: new Map(stored.owners),
  };
  const written = new Set<string>();
  const events: NewEvent[] = [];
  const write = (row: ContactRow, before?: ContactRow): Contact => {
    put(contacts, row);
    written.add(row.id);
    const data = toContact(row);
    const content: EventContent = before
      ? { type: "contact.updated", data, before: toContact(before) }
      : { type: "contact.created", data };
    events.push({
      ...content,
      contactId: row.id,
      timestamp: row.updated_at,
    });
    return data;
  };

  const apply = (element: BatchContact, index: number): ContactBatchResult => {
    const isReleased = (key: string, contactId: string) => {
      const release = released.get(key);
      if (!release) return false;
      return release.index > index && release.contact_id === contactId;
    };
    const before = namedContact(contacts, element, isReleased);
    const { id: _, if_match, ...fields } = element;
    if (!before) {
      const hasKey = keyFields.some((field) => element[field]);
      if (if_match !== undefined && hasKey) throw changedSince(undefined);
      const missing = (["name", "email"] as const).filter(
        (name) => fields[name] === undefined,
      );
      if (missing.length > 0) throw required(missing);
      return { status: "created", contact: write(newContact(fields, now)) };
    }
    const after = changedContact(before, fields);
    requireValid("Contact", toContact(after));
    if (isDeepStrictEqual(after, before))
      return { status: "unchanged", contact: toContact(before) };
    const version = versionOf(before);
    if (if_match !== undefined && if_match !== version)
      throw changedSince(version);
    const row = { ...after, updated_at: timestampAfter(before, now) };
    return { status: "updated", contact: write(row, before) };
  };
  const results = elements.map((element, index) =>
    element instanceof ApiError
      ? element
      : attempt(() => apply(element, index)),
  );
  return { contacts, written, events, results };
}

/**
 * The maximum number of passes over the elements of a batch. In the last pass, no element takes a
 * key that a later one gives up.
 */
const maxPasses = 10;

/**
 * Applies elements, in several passes if need be. An element that is refused keeps its keys, though
 * another one may have taken them already. So the next pass no longer counts these keys as
 * released, until a pass in which all released keys were given up.
 */
function applyElements(
  elements: Element[],
  stored: Contacts,
  now: Timestamp,
): Applied {
  const released = releasedBy(elements, stored);
  for (let pass = 1; ; pass++) {
    const applied = applyInOrder(elements, stored, released, now);
    const kept = [...released].filter(([key, { contact_id }]) => {
      const holder = applied.contacts.rows.get(contact_id);
      return holder !== undefined && keysOf(holder).includes(key);
    });
    if (kept.length === 0) return applied;
    for (const [key] of kept) released.delete(key);
    if (pass === maxPasses - 1) released.clear();
  }
}

async function applyBatch(
  tx: Transaction,
  elements: Element[],
  stored: Contacts,
  now: Timestamp,
  language: Language,
): Promise<Creation<"batchContacts">> {
  const applied = applyElements(elements, stored, now);
  const { contacts, written, events } = applied;
  const results = applied.results.map((result) =>
    result instanceof ApiError ? failed(result, language) : result,
  );
  clearMovedKeys(tx, [...stored.rows.values()], contacts);
  // All batches insert in one order, so that two never wait for each other.
  const rows = [...written]
    .flatMap((id) => contacts.rows.get(id) ?? [])
    .sort(byEmail);
  const isStored = ({ id }: ContactRow) => stored.rows.has(id);
  void update(tx, "contacts", rows.filter(isStored));
  void insert(
    tx,
    "contacts",
    rows.filter((row) => !isStored(row)),
  );
  recordEvents(tx, events);
  const data = objects.ContactBatch({ results });
  const contactIds = [
    ...new Set(results.flatMap(({ contact }) => contact?.id ?? [])),
  ];
  return { response: { status: 200, body: { data } }, contactIds };
}

/**
 * Clears the email and the external id of contacts that lose one of them to another contact, as
 * PostgreSQL checks a unique index at each row of a statement. The later update of the contacts
 * stores their new values.
 */
function clearMovedKeys(
  tx: Transaction,
  before: ContactRow[],
  { owners }: Contacts,
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
): Promise<Contacts> {
  const contacts: Contacts = { rows: new Map(), owners: new Map() };
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

/** The error of an element whose `if_match` is not the version of its contact. */
const changedSince = (version: string | undefined) =>
  new ApiError(
    "precondition_failed",
    version === undefined ? {} : { current_version: version },
  );

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

/** Returns the result of `work`, or the error of the API that it throws. */
function attempt<T>(work: () => T): T | ApiError {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
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
