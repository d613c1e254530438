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
 * Contract: batchContacts. One transaction for all elements; an element that is refused leaves the
 * others (D-38).
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

type Element = BatchContact | ApiError;

/** Fields by which an element can name a contact; the first one counts (D-45). */
const names = ["id", "external_id", "email"] as const;
type Name = (typeof names)[number];

/** The contacts of a batch. */
interface Contacts {
  /** Id → the row as it is to be. */
  rows: Map<string, ContactRow>;
  /** The id of the contact that has a key after the elements before. */
  owners: Map<string, string>;
}

const keyOf = (name: Name, value: string) =>
  `${name} ${name === "email" ? value.toLowerCase() : value}`;

const keysOf = (row: ContactRow) =>
  names.flatMap((name) => (row[name] === null ? [] : keyOf(name, row[name])));

function put({ rows, owners }: Contacts, row: ContactRow): void {
  const before = rows.get(row.id);
  for (const key of before ? keysOf(before) : [])
    if (owners.get(key) === row.id) owners.delete(key);
  for (const key of keysOf(row)) owners.set(key, row.id);
  rows.set(row.id, row);
}

/** A key that an element gives up, and the contact that has it before the batch. */
interface Released {
  /** The index of the element. */
  by: number;
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
  for (const [by, element] of elements.entries()) {
    if (element instanceof ApiError) continue;
    const row = holdersOf(contacts, element)[0]?.row;
    if (!row) continue;
    for (const field of ["email", "external_id"] as const) {
      const [present, wanted] = [row[field], element[field]];
      if (present === null || wanted === undefined) continue;
      const key = keyOf(field, present);
      if (wanted === null || keyOf(field, wanted) !== key)
        released.set(key, { by, contact_id: row.id });
    }
  }
  return released;
}

/** The contacts that have what an element names a contact by, in the order of the names. */
const holdersOf = ({ rows, owners }: Contacts, element: BatchContact) =>
  names.flatMap((field) => {
    const value = element[field];
    const key = value ? keyOf(field, value) : undefined;
    const row = key === undefined ? undefined : rows.get(owners.get(key) ?? "");
    return key !== undefined && row ? [{ field, key, row }] : [];
  });

/**
 * The contact that an element means; undefined when there is none yet.
 * @param isReleased says whether a later element takes the key from its holder
 * @throws ApiError the conflict that a single request would get, when the element names two
 *   contacts
 */
function meant(
  contacts: Contacts,
  element: BatchContact,
  isReleased: (key: string, contactId: string) => boolean,
): ContactRow | undefined {
  const all = holdersOf(contacts, element);
  const [first] = all;
  if (element.id !== undefined && first?.field !== "id") throw noContact("id");
  if (!first) return undefined;
  const { row } = first;
  const ofOthers = all.filter(
    (holder) =>
      holder.row.id !== row.id && !isReleased(holder.key, holder.row.id),
  );
  const isAnotherPerson =
    first.field === "email" &&
    element.external_id != null &&
    row.external_id !== null &&
    row.external_id !== element.external_id;
  if (ofOthers.length === 0 && !isAnotherPerson) return row;
  const named = element.id === undefined ? all : ofOthers;
  throw contactConflict(
    named.map(({ field, row: { id } }) => ({ field, contact_id: id })),
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
    const [contactId, timestamp] = [row.id, row.updated_at];
    events.push({ ...content, contactId, timestamp });
    return data;
  };

  const apply = (element: BatchContact, index: number): ContactBatchResult => {
    const isReleased = (key: string, contactId: string) => {
      const release = released.get(key);
      if (!release) return false;
      return release.by > index && release.contact_id === contactId;
    };
    const before = meant(contacts, element, isReleased);
    const { id: _, if_match, ...fields } = element;
    if (!before) {
      const isNamed = names.some((name) => element[name]);
      if (if_match !== undefined && isNamed) throw changedSince(undefined);
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
 * Passes over the elements of a batch. In the last one no element takes what a later one gives up.
 */
const maxPasses = 10;

/**
 * Applies elements until each key that one of them may have taken was given up: an element that is
 * refused keeps its keys.
 */
function applyElements(
  elements: Element[],
  stored: Contacts,
  now: Timestamp,
): Applied {
  const released = releasedBy(elements, stored);
  for (let passes = 1; ; passes++) {
    const applied = applyInOrder(elements, stored, released, now);
    const kept = [...released].filter(([key, { contact_id }]) => {
      const holder = applied.contacts.rows.get(contact_id);
      return holder !== undefined && keysOf(holder).includes(key);
    });
    if (kept.length === 0) return applied;
    for (const [key] of kept) released.delete(key);
    if (passes === maxPasses - 1) released.clear();
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
  release(tx, [...stored.rows.values()], contacts);
  // All batches insert in one order, so that none waits for another that waits for it.
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
 * Takes from contacts the keys that others are to have, as an index is unique at each row of a
 * statement.
 */
function release(
  tx: Transaction,
  before: ContactRow[],
  { owners }: Contacts,
): void {
  const isAnothers = (row: ContactRow) =>
    keysOf(row).some((key) => (owners.get(key) ?? row.id) !== row.id);
  const released = before
    .filter(isAnothers)
    .map(({ id }) => ({ id, email: id, external_id: null }));
  void update(tx, "contacts", released);
}

const byEmail = (one: ContactRow, other: ContactRow) =>
  one.email.toLowerCase() < other.email.toLowerCase() ? -1 : 1;

/** The contacts that well-formed elements name, locked in one order. */
async function lockedContacts(
  { database, workspaceId }: Transaction,
  elements: Element[],
): Promise<Contacts> {
  const contacts: Contacts = { rows: new Map(), owners: new Map() };
  const valuesOf = (name: Name) =>
    elements.flatMap((element) =>
      element instanceof ApiError ? [] : (element[name] ?? []),
    );
  // By parts, as one condition with "or" reads the whole workspace.
  const found = [
    { column: sql`id`, values: valuesOf("id") },
    { column: sql`external_id`, values: valuesOf("external_id") },
    {
      column: sql`lower(email)`,
      values: valuesOf("email").map((email) => email.toLowerCase()),
    },
  ].flatMap(({ column, values }) =>
    values.length === 0
      ? []
      : sql`select id from contacts where workspace_id = ${workspaceId} and ${column} = any(${values})`,
  );
  if (found.length === 0) return contacts;
  const isNamed = sql<boolean>`id = any(array(${sql.join(found, sql` union all `)}))`;
  const lock = database
    .selectFrom("contacts")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where(isNamed)
    .orderBy("id")
    .forUpdate();
  const locked = (await lock.execute()).map(({ id }) => id);
  // Another statement reads them, as one that waits for a lock would count the conversations from
  // before the wait.
  const rows = await contactsOf(database, workspaceId)
    .where(sql<boolean>`id = any(${locked})`)
    .execute();
  for (const row of rows) put(contacts, row);
  return contacts;
}

/** The error of an element whose contact is not in the version that it names. */
const changedSince = (version: string | undefined) =>
  new ApiError(
    "precondition_failed",
    version === undefined ? {} : { current_version: version },
  );

/**
 * The field of an element that a `precondition_failed` is about. A single request has a header in
 * its place.
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

function failed(error: ApiError, language: Language): ContactBatchResult {
  const { error: sent } = error.body(language);
  const message = versionDetail.message[language];
  const details = [{ ...versionDetail, message }];
  // The errors of an element are those that the contract lists there, which TypeScript cannot see.
  return {
    status: "failed",
    error: {
      ...sent,
      ...(error.code === "precondition_failed" && { details }),
    } as NonNullable<ContactBatchResult["error"]>,
  };
}
