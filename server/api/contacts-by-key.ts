import type { BatchContact } from "../../generated/types.ts";
import type { ContactRow } from "./contact-rows.ts";

/** Fields by which a batch can name a contact; the first that a contact has counts (D-45). */
const keyFields = ["id", "external_id", "email"] as const;
export type KeyField = (typeof keyFields)[number];

/** Contacts in memory, which can be found by their id, external id or email. */
export interface ContactsByKey {
  /** Id → row. */
  rows: Map<string, ContactRow>;
  /** Key → the id of the contact that has it. */
  owners: Map<string, string>;
}

/** A contact that has a key of an element. */
interface KeyHolder {
  field: KeyField;
  key: string;
  row: ContactRow;
}

export const noContacts = (): ContactsByKey => ({
  rows: new Map(),
  owners: new Map(),
});

export const copyOf = ({ rows, owners }: ContactsByKey): ContactsByKey => ({
  rows: new Map(rows),
  owners: new Map(owners),
});

/** Makes a key: a field and its value. Emails that differ only in case have one key. */
export function keyOf(field: KeyField, value: string): string {
  const compared = field === "email" ? value.toLowerCase() : value;
  return `${field} ${compared}`;
}

/** Returns the keys that a contact has. */
export function keysOf(row: ContactRow): string[] {
  const keys: string[] = [];
  for (const field of keyFields) {
    const value = row[field];
    if (value !== null) keys.push(keyOf(field, value));
  }
  return keys;
}

/** Adds a row, or replaces the one with its id. The row takes its keys from other contacts. */
export function put({ rows, owners }: ContactsByKey, row: ContactRow): void {
  const before = rows.get(row.id);
  const keysBefore = before ? keysOf(before) : [];
  for (const key of keysBefore) {
    // Another contact may have taken the key meanwhile.
    if (owners.get(key) === row.id) owners.delete(key);
  }
  for (const key of keysOf(row)) owners.set(key, row.id);
  rows.set(row.id, row);
}

/** Returns the contacts that have the keys of an element, in the order of `keyFields`. */
export function holdersOf(
  { rows, owners }: ContactsByKey,
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
