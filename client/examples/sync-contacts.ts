import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import {
  batchesOf,
  createClient,
  isApiError,
  isCallError,
  type BatchContact,
  type Contact,
} from "../index.ts";

/**
 * Synchronizes the people in a JSON file and the contacts of the workspace, in both directions:
 *
 *     CONTACTS_API_KEY=… CONTACTS_BASE_URL=… \
 *       node --import tsx client/examples/sync-contacts.ts people.json
 *
 * The file is a list such as `[{ "name": "Ana", "email": "ana@example.com", "phone": "" }]`. Edit
 * it while the program runs, or replace it by your own system. When both sides change the same
 * field, the workspace wins. A missing field leaves what is stored. You can stop and start the
 * program at any time. When you remove a person from the file, the program erases the contact: for
 * this the key needs the scope `*`. While the file itself is missing, nothing happens.
 */
const { INTERVAL = "5000" } = process.env;
const [file = "people.json"] = process.argv.slice(2);
// A timer takes less than 2 ** 31. With others the rounds would follow each other at once.
if (!(Number(INTERVAL) > 0 && Number(INTERVAL) < 2 ** 31)) {
  console.error(`INTERVAL must be milliseconds, not "${INTERVAL}".`);
  process.exit(1);
}

// Such as a missing key: a message says what to change, and a stack does not.
process.on("uncaughtException", ({ message }) => {
  console.error(message);
  process.exit(1);
});

const clientName = "file-sync";
const api = createClient({ clientName });

const fields = ["name", "email", "phone"] as const;
type Fields = Pick<Contact, (typeof fields)[number]>;
type Version = Contact["version"];

interface Person extends Partial<Fields> {
  /** The contact. Missing for a new person. */
  id?: string;
}

/** The fields on which both sides last agreed, by contact id, and the last event that was read. */
interface Agreed {
  contacts: Record<string, Fields & { version: Version }>;
  cursor?: string | undefined;
}

const agreedFile = `${file}.agreed`;
const read = <T>(name: string): T =>
  JSON.parse(readFileSync(name, "utf8")) as T;

/**
 * Reads the people in the file.
 * @throws SyntaxError when it is no list of objects
 */
function readPeople(): Person[] {
  const people = read<unknown>(file);
  const isPerson = (each: unknown): each is Person =>
    typeof each === "object" && each !== null;
  if (!Array.isArray(people) || !people.every(isPerson))
    throw new SyntaxError(`${file} is no list of people.`);
  return people;
}

/** Writes a file in one step, so that a stop leaves the old or the new one. */
function write(name: string, content: object): void {
  writeFileSync(`${name}.new`, JSON.stringify(content, null, 2));
  renameSync(`${name}.new`, name);
}

// Only at the first start a file may be missing. Later, a missing file would erase everybody.
if (!existsSync(agreedFile)) {
  if (!existsSync(file)) write(file, []);
  write(agreedFile, { contacts: {} });
}
const agreed = read<Agreed>(agreedFile);

/**
 * Edits the people in the file, and then saves the agreed fields. After a stop between these two
 * steps, the next start repeats the edit.
 * @param cursor the event that causes the edit
 */
function change(
  edit: (people: Person[]) => Person[],
  cursor = agreed.cursor,
): void {
  const people = readPeople();
  const before = JSON.stringify(people);
  const edited = edit(people);
  if (JSON.stringify(edited) !== before) write(file, edited);
  agreed.cursor = cursor;
  write(agreedFile, agreed);
}

/**
 * Copies a contact into the people.
 * @param isOwn this program wrote the contact: saves its id and the agreed fields only
 */
function take(people: Person[], contact: Contact, isOwn: boolean): Person[] {
  const { id, version, name, email, phone } = contact;
  const before = agreed.contacts[id];
  agreed.contacts[id] = { name, email, phone, version };
  const person =
    people.find((each) => each.id === id) ??
    people.find((each) => !isKnown(each) && emailOf(each) === emailOf(contact));
  if (!person) {
    // Unchanged since both sides agreed: it was removed from the file.
    const isRemoved = before !== undefined && before.version === version;
    return isOwn || isRemoved
      ? people
      : [...people, { id, name, email, phone }];
  }
  person.id = id;
  if (isOwn) return people;
  for (const field of fields)
    if (contact[field] !== before?.[field]) person[field] = contact[field];
  return people;
}

/**
 * Returns true for the person of a contact. A person without it is new, also with an id, as in the
 * file of another workspace.
 */
const isKnown = ({ id = "" }: Person): boolean =>
  Object.hasOwn(agreed.contacts, id);

/** Returns the email as the API compares it. In the file it may be a number. */
const emailOf = ({ email }: Person): string =>
  String(email ?? "").toLowerCase();

/**
 * Reports people with the id or the email of another one, and returns the others: two people would
 * overwrite one contact in turn. Who is known already comes first.
 */
function withoutRepeated(people: Person[]): Person[] {
  const seen = new Set<string>();
  const known = people.filter(isKnown);
  const added = people.filter((person) => !isKnown(person));
  return [...known, ...added].filter((person) => {
    const names = [person.id ?? "", emailOf(person)].filter(Boolean);
    const isRepeated = names.some((name) => seen.has(name));
    for (const name of names) seen.add(name);
    if (isRepeated)
      console.error(
        `${nameOf(person)}: another person has this email or id. Remove one, or change the email.`,
      );
    return !isRepeated;
  });
}

/** Removes an erased contact from the people. */
function forget(people: Person[], id: string): Person[] {
  delete agreed.contacts[id];
  return people.filter((person) => person.id !== id);
}

/** Copies the changes in the workspace to the file. */
async function pull(): Promise<void> {
  if (agreed.cursor === undefined) return pullAll();
  try {
    for await (const event of api.events.list({ cursor: agreed.cursor })) {
      const isOwn = event.request?.client_name === clientName;
      change((people) => {
        if (event.type === "contact.deleted")
          return forget(people, event.data.id);
        if (
          event.type === "contact.created" ||
          event.type === "contact.updated"
        )
          return take(people, event.data, isOwn);
        return people;
      }, event.id);
    }
  } catch (error) {
    if (!isApiError(error, "validation_error")) throw error;
    await pullAll(); // the events after the cursor have expired
  }
}

/** Copies all contacts to the file: at the first start, and when events have expired. */
async function pullAll(): Promise<void> {
  const { next_cursor } = await api.events.list({ cursor: "newest" });
  const contacts: Contact[] = [];
  for await (const contact of api.contacts.list()) contacts.push(contact);
  const missing = new Set(Object.keys(agreed.contacts));
  for (const { id } of contacts) missing.delete(id);
  change((people) =>
    contacts.reduce((taken, contact) => take(taken, contact, false), people),
  );
  for (const id of missing)
    if ((await api.contacts.get(id).result()).status === 404)
      change((people) => forget(people, id));
  agreed.cursor = next_cursor ?? undefined;
  write(agreedFile, agreed);
}

/** Copies the changes in the file to the workspace. */
async function push(): Promise<void> {
  const people = readPeople();
  const ids = new Set(people.map(({ id }) => id));
  for (const [id, { version }] of Object.entries(agreed.contacts)) {
    if (ids.has(id)) continue;
    // The person was removed from the file.
    const { status, error } = await api.contacts
      .delete(id, version ? { ifMatch: version } : {})
      .result();
    if (status === 200 || status === 404)
      change((present) => forget(present, id));
    // After a 412 the next pull reads the newer contact.
    else if (status !== 412) console.error(`${id}: ${error?.message}`);
  }
  for await (const contacts of batchesOf(
    withoutRepeated(people).flatMap(changesOf),
  )) {
    const { status, data, error } = await api.contacts
      .batch({ contacts })
      .result();
    if (status === 413) {
      // A person who is too large for a request is alone in it.
      console.error(`${nameOf(contacts[0])}: ${error.message}`);
      continue;
    }
    if (error) throw error;
    const { results } = data;
    const written = results.flatMap(({ contact }) => contact ?? []);
    change((present) =>
      written.reduce((taken, contact) => take(taken, contact, true), present),
    );
    // After `precondition_failed` the next pull reads the newer contact.
    for (const [i, { error: refusal }] of results.entries())
      if (refusal && refusal.code !== "precondition_failed")
        console.error(`${nameOf(contacts[i])}: ${refusal.message}`);
  }
}

/** Returns the text by which a refused person is found in the file. */
const nameOf = (person: BatchContact | undefined) =>
  person?.email ?? person?.id ?? person?.name;

/** Returns the batch element with the changed fields of a person, or an empty list. */
function changesOf({ id, ...person }: Person): BatchContact[] {
  const before = agreed.contacts[id ?? ""];
  if (id === undefined || !before) return [person];
  const changed = fields.filter(
    (field) => (person[field] ?? before[field]) !== before[field],
  );
  if (changed.length === 0) return [];
  const values = Object.fromEntries(
    changed.map((field) => [field, person[field]]),
  );
  const { version } = before;
  return [{ id, ...values, ...(version && { if_match: version }) }];
}

/** Returns true for an error that a later round may not have. */
function isPassing(error: unknown): error is Error {
  // An editor may have saved a part of the file, or be about to replace it.
  const isOfFile =
    error instanceof SyntaxError ||
    (error instanceof Error && "code" in error && error.code === "ENOENT");
  return isCallError(error) || isOfFile;
}

for (;;) {
  try {
    await pull();
    await push();
  } catch (error) {
    if (!isPassing(error)) throw error;
    console.error(`${error.message} The next round goes on.`);
  }
  await wait(Number(INTERVAL));
}
