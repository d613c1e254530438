import { isDeepStrictEqual } from "node:util";
import type {
  BatchContact,
  ContactBatchResult,
} from "../../generated/types.ts";
import { ApiError, required } from "../contract/api-error.ts";
import { requireValid } from "../contract/schema.ts";
import { timestampAfter, type Timestamp } from "../store/timestamp.ts";
import { contactConflict } from "./contact-keys.ts";
import {
  changedContact,
  newContact,
  noContact,
  toContact,
  type ContactRow,
} from "./contact-rows.ts";
import {
  copyOf,
  holdersOf,
  keyOf,
  keysOf,
  put,
  type ContactsByKey,
} from "./contacts-by-key.ts";
import type { EventContent, NewEvent } from "./record-events.ts";
import { versionOf } from "./versions.ts";

/** An element of a batch, or the error of one that is not well-formed. */
export type Element = BatchContact | ApiError;

/** The contacts after a batch, and the changes of the batch. */
export interface AppliedBatch {
  contacts: ContactsByKey;
  /** The ids of the contacts that are new or changed. */
  written: Set<string>;
  events: NewEvent[];
  /** The result of each element, or its error. */
  results: (ContactBatchResult | ApiError)[];
}

/** The most passes over the elements of a batch, as each takes the time of a whole batch. */
const maxPasses = 10;

/**
 * Applies the elements of a batch to contacts in memory, one after the other.
 *
 * Two contacts can swap their emails: an element can take a key that a later element gives up.
 * The release of a key is certain only after the turn of the later element, which may be refused. So
 * the elements are applied in passes. The first pass trusts every release; when an element kept its key
 * after all, the next pass does not trust this release. The last pass trusts none.
 */
export function applyBatch(
  elements: Element[],
  stored: ContactsByKey,
  now: Timestamp,
): AppliedBatch {
  const releases = releasesOf(elements, stored);
  for (let pass = 1; pass < maxPasses; pass++) {
    const applied = applyOnce(elements, stored, releases, now);
    const broken = brokenReleases(releases, applied.contacts);
    if (broken.length === 0) return applied;
    for (const key of broken) releases.delete(key);
  }
  return applyOnce(elements, stored, new Map(), now);
}

/** An element that gives up a key, and the contact that has the key before the batch. */
interface Release {
  /** The place of the element in the batch. */
  index: number;
  contactId: string;
}

/** Returns the keys that elements give up: key → release. */
function releasesOf(
  elements: Element[],
  contacts: ContactsByKey,
): Map<string, Release> {
  const releases = new Map<string, Release>();
  for (const [index, element] of elements.entries()) {
    if (element instanceof ApiError) continue;
    const [holder] = holdersOf(contacts, element);
    if (!holder) continue;
    const contactId = holder.row.id;
    for (const key of keysGivenUp(holder.row, element))
      releases.set(key, { index, contactId });
  }
  return releases;
}

/** Returns the keys of a contact that an element replaces by another value, or by none. */
function keysGivenUp(row: ContactRow, element: BatchContact): string[] {
  const keys: string[] = [];
  for (const field of ["email", "external_id"] as const) {
    const present = row[field];
    const wanted = element[field];
    if (present === null || wanted === undefined) continue;
    const key = keyOf(field, present);
    const isKept = wanted !== null && keyOf(field, wanted) === key;
    if (!isKept) keys.push(key);
  }
  return keys;
}

/** Returns the keys that a contact still has, though an element was expected to give them up. */
function brokenReleases(
  releases: Map<string, Release>,
  { rows }: ContactsByKey,
): string[] {
  const broken: string[] = [];
  for (const [key, { contactId }] of releases) {
    const row = rows.get(contactId);
    if (row && keysOf(row).includes(key)) broken.push(key);
  }
  return broken;
}

/** Applies each element once, in their order. */
function applyOnce(
  elements: Element[],
  stored: ContactsByKey,
  releases: Map<string, Release>,
  now: Timestamp,
): AppliedBatch {
  const batch: AppliedBatch = {
    contacts: copyOf(stored),
    written: new Set(),
    events: [],
    results: [],
  };
  for (const [index, element] of elements.entries()) {
    const isReleasedLater: IsReleased = (key, contactId) => {
      const release = releases.get(key);
      if (!release) return false;
      return release.index > index && release.contactId === contactId;
    };
    const result =
      element instanceof ApiError
        ? element
        : resultOrError(() =>
            applyElement(batch, element, isReleasedLater, now),
          );
    batch.results.push(result);
  }
  return batch;
}

/** Returns whether a later element makes the contact give up the key. */
type IsReleased = (key: string, contactId: string) => boolean;

/** @throws ApiError the reason why the element is refused */
function applyElement(
  batch: AppliedBatch,
  element: BatchContact,
  isReleased: IsReleased,
  now: Timestamp,
): ContactBatchResult {
  const before = namedContact(batch.contacts, element, isReleased);
  return before
    ? applyChange(batch, element, before, now)
    : applyCreation(batch, element, now);
}

function applyCreation(
  batch: AppliedBatch,
  { id: _, if_match, ...fields }: BatchContact,
  now: Timestamp,
): ContactBatchResult {
  const hasKey = fields.external_id != null || fields.email !== undefined;
  if (if_match !== undefined && hasKey) throw changedSince();
  const missing = (["name", "email"] as const).filter(
    (name) => fields[name] === undefined,
  );
  if (missing.length > 0) throw required(missing);
  const row = newContact(fields, now);
  const contact = toContact(row);
  write(batch, row, { type: "contact.created", data: contact });
  return { status: "created", contact };
}

function applyChange(
  batch: AppliedBatch,
  { id: _, if_match, ...fields }: BatchContact,
  before: ContactRow,
  now: Timestamp,
): ContactBatchResult {
  const after = changedContact(before, fields);
  requireValid("Contact", toContact(after));
  const contactBefore = toContact(before);
  if (isDeepStrictEqual(after, before))
    return { status: "unchanged", contact: contactBefore };
  const version = versionOf(before);
  if (if_match !== undefined && if_match !== version)
    throw changedSince(version);
  const row = { ...after, updated_at: timestampAfter(before, now) };
  const contact = toContact(row);
  write(batch, row, {
    type: "contact.updated",
    data: contact,
    before: contactBefore,
  });
  return { status: "updated", contact };
}

/** Puts a contact into the batch, with the event that reports the change. */
function write(
  { contacts, written, events }: AppliedBatch,
  row: ContactRow,
  content: EventContent,
): void {
  put(contacts, row);
  written.add(row.id);
  events.push({ ...content, contactId: row.id, timestamp: row.updated_at });
}

/**
 * Returns the contact that an element names; undefined when there is none yet.
 * @throws ApiError the conflict that a single request would get, when the element names two
 *   contacts
 */
function namedContact(
  contacts: ContactsByKey,
  element: BatchContact,
  isReleased: IsReleased,
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

/** The error of an element whose `if_match` is not the version of its contact. */
const changedSince = (version?: string) =>
  new ApiError(
    "precondition_failed",
    version === undefined ? {} : { current_version: version },
  );

/** Returns the result of `work`, or the error of the API that it throws. */
export function resultOrError<T>(work: () => T): T | ApiError {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
