import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import {
  batchesOf,
  createClient,
  isApiError,
  isCallError,
  type BatchContact,
  type Contact,
} from "../../client/index.ts";

/**
 * Keeps the contacts of a CRM and of the workspace in step, in both directions, until it is
 * stopped: `CONTACTS_API_KEY=… CONTACTS_BASE_URL=… CRM_URL=… node --import tsx
 * test/resilience/crm-sync.ts cursor.txt`
 *
 * A stop at any time loses and doubles nothing, also when its key is another one after it, and it
 * never answers its own changes: their events name it. Copies for other CRMs have other names, so
 * they may share a key. A record of the CRM holds in `synced` what both sides last agreed on, which
 * is written together with the record. Where both changed a field, the workspace wins. The key
 * needs the scope `*`, as it erases those whom the CRM has deleted.
 */
const { CRM_URL = "", INTERVAL = "5000" } = process.env;
const [file = "cursor.txt"] = process.argv.slice(2);
/** The same for a CRM at every start. */
const clientName = `crm-sync:${createHash("sha256").update(CRM_URL).digest("hex").slice(0, 16)}`;
const api = createClient({ clientName });

const fields = ["name", "email", "phone", "company"] as const;
type Field = (typeof fields)[number];

/** A person of the CRM. */
export interface CrmRecord extends Record<Field, string> {
  key: string;
  /** Grows with each change; nobody replaces a version that he has not read. */
  version: number;
  isDeleted: boolean;
  synced: (Record<Field, string> & { id: string; updated_at: string }) | null;
}

/** The CRM: a server with records. */
const crm = {
  list: async () =>
    (await (await fetch(`${CRM_URL}/records`)).json()) as CrmRecord[],
  remove: (key: string) =>
    fetch(`${CRM_URL}/records/${key}`, { method: "DELETE" }),
  /** Returns the record as it is when another version is there. */
  put: async (record: CrmRecord): Promise<CrmRecord | undefined> => {
    const put = { method: "PUT", body: JSON.stringify(record) };
    const response = await fetch(`${CRM_URL}/records/${record.key}`, put);
    return response.status === 409
      ? ((await response.json()) as CrmRecord)
      : undefined;
  },
};

/** Stands for the place before the first event of all. */
const oldest = "oldest";

/** Brings into the CRM what others have changed since the last round. */
async function pull(): Promise<void> {
  const records = new Records(await crm.list());
  const cursor =
    (await readFile(file, "utf8").catch(() => "")) ||
    (await compareAll(records));
  try {
    const since = cursor === oldest ? undefined : cursor;
    for await (const event of api.events.list({ cursor: since })) {
      // What this program wrote is only noted as agreed on, so that it does not come back as a
      // change.
      const isOwn = event.request?.client_name === clientName;
      if (event.type === "contact.deleted") await records.remove(event.data.id);
      if (event.type === "contact.created" || event.type === "contact.updated")
        await records.take(event.data, () => isOwn);
      await writeFile(file, event.id);
    }
  } catch (error) {
    if (!isApiError(error, "validation_error")) throw error;
    await writeFile(file, ""); // events after the cursor have expired: the next round compares all
  }
}

/** Compares everything. Returns the place in the feed from before. */
async function compareAll(records: Records): Promise<string> {
  const { next_cursor } = await api.events.list({ cursor: "newest" });
  const unlisted = new Set(records.byContact.keys());
  for await (const contact of api.contacts.list()) {
    unlisted.delete(contact.id);
    await records.take(contact, () => false);
  }
  for (const id of unlisted)
    if ((await api.contacts.get(id).result()).status === 404)
      await records.remove(id);
  await writeFile(file, next_cursor ?? oldest);
  return next_cursor ?? oldest;
}

/** Brings into the workspace what has changed in the CRM. */
async function push(): Promise<void> {
  const all = await crm.list();
  const records = new Records(all);
  for (const { key, synced } of all.filter(({ isDeleted }) => isDeleted)) {
    const contacts = synced
      ? [synced]
      : (await api.contacts.list({ external_id: key })).data;
    for (const { id } of contacts) {
      const { status, error } = await api.contacts.delete(id).result();
      if (error && status !== 404) throw error;
    }
    await crm.remove(key);
  }
  const changed = all.filter(
    (record) => !record.isDeleted && fields.some(isChangedIn(record)),
  );
  const keys = new Map(
    changed.map((record) => [changesOf(record), record.key]),
  );
  for await (const batch of batchesOf(keys.keys())) {
    const { data, error: refusal } = await api.contacts
      .batch({ contacts: batch })
      .result();
    // A record that is too large for a request is alone in it, and holds up no other.
    if (refusal?.status === 413)
      console.error(`${keys.get(batch[0] ?? {})}: ${refusal.message}`);
    else if (refusal) throw refusal;
    for (const [i, { contact, error }] of (data?.results ?? []).entries()) {
      const element = batch[i] ?? {};
      const key = keys.get(element) ?? "";
      if (contact) await records.take(contact, (field) => field in element);
      else if (
        error?.details.some(
          ({ path, reason }) => path[0] === "id" && reason === "not_found",
        )
      )
        await crm.remove(key); // erased meanwhile
      else console.error(`${key}: ${error?.message}`);
    }
  }
}

function changesOf(record: CrmRecord): BatchContact {
  const element: BatchContact = record.synced
    ? { id: record.synced.id }
    : { external_id: record.key };
  for (const field of fields.filter(isChangedIn(record)))
    element[field] = record[field];
  return element;
}

function isChangedIn(record: CrmRecord): (field: Field) => boolean {
  return (field) => record[field] !== record.synced?.[field];
}

/** The records of the CRM, and who they are in the workspace. */
class Records {
  readonly byContact = new Map<string, CrmRecord>();
  private readonly unknown = new Map<string, CrmRecord>();

  constructor(records: CrmRecord[]) {
    records.forEach((record) => this.note(record));
  }

  /** Notes a record. One that has no contact yet is found by its key or email. */
  private note(record: CrmRecord): void {
    if (record.synced) this.byContact.set(record.synced.id, record);
    else
      for (const name of [record.key, record.email.toLowerCase()])
        this.unknown.set(name, record);
  }

  /**
   * Takes over the state of a contact, but for the fields that are ours. It may be older than what
   * was agreed on.
   */
  async take(
    contact: Contact,
    isOurs: (field: Field) => boolean,
  ): Promise<void> {
    const {
      id,
      external_id,
      name,
      email,
      phone,
      company,
      updated_at = contact.created_at,
    } = contact;
    const synced = { id, updated_at, name, email, phone, company };
    const unknown = {
      name: "",
      email: "",
      phone: "",
      company: "",
      key: id,
      version: 0,
    };
    let record: CrmRecord | undefined = this.byContact.get(id) ??
      this.unknown.get(external_id ?? "") ??
      this.unknown.get(email.toLowerCase()) ?? {
        ...unknown,
        isDeleted: false,
        synced: null,
      };
    while (record) {
      const { synced: agreed } = record;
      if (agreed && agreed.updated_at >= updated_at) return;
      const next: CrmRecord = { ...record, synced };
      for (const field of fields)
        if (!isOurs(field) && contact[field] !== (agreed?.[field] ?? ""))
          next[field] = contact[field];
      this.note({ ...next, version: next.version + 1 });
      record = await crm.put(next);
    }
  }

  async remove(id: string): Promise<void> {
    const record = this.byContact.get(id);
    if (record) await crm.remove(record.key);
    this.byContact.delete(id);
  }
}

for (; ; await wait(Number(INTERVAL))) {
  try {
    await pull();
    await push();
  } catch (error) {
    if (!isCallError(error)) throw error;
    console.error(`${error.message} The next round goes on.`);
  }
}
