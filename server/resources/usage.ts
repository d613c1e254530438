import { sql } from "kysely";
import type { Event } from "../../generated/types.ts";
import { invalid } from "../contract/api-error.ts";
import type { Quotas } from "../store/quotas.ts";
import { lockName } from "../store/advisory-lock.ts";
import { atEnd, type Change, type Reading } from "../store/at-end.ts";
import { totals, type Usage } from "../store/usage.ts";

/** The events whose data count. Only an erasure makes the counts smaller. Articles are the team's own. */
const counted = new Set<Event["type"]>([
  "contact.created",
  "conversation.created",
  "message.created",
  "ticket.created",
]);

/**
 * Counts the object that an event reports as created, for the quotas of its workspace (D-35), at the end of the change.
 * @throws ApiError 422 then, as `countStored` does
 */
export function countUsage(change: Change, { type, data }: Pick<Event, "type" | "data">): void {
  if (counted.has(type)) countStored(change, data, type === "contact.created" ? 1 : 0);
}

/**
 * Counts an object that a change stores. A change that is undone undoes its count.
 * @throws ApiError 422 at the end of the change, when the workspace has more than a quota; the change is undone
 */
export function countStored(change: Change, data: object, contacts = 0): void {
  const usage = { contacts, bytes: Buffer.byteLength(JSON.stringify(data)) };
  change.used.contacts += usage.contacts;
  change.used.bytes += usage.bytes;
  add(change, usage);
}

/** Into how many parts the counts of a workspace are split, so that changes at one time count in different ones. */
const parts = 16;

/**
 * More than all changes that are under way at one time can add. While a workspace has more room than this, they need not
 * wait for each other. With less, each waits for the others, so that the counts are exact.
 */
const margin: Usage = { contacts: 10_000, bytes: 1024 ** 3 };

const isNear = ({ used, quotas }: Change) =>
  used.contacts > quotas.contacts - margin.contacts || used.bytes > quotas.bytes - margin.bytes;

/** A change that was far from the quotas and is near them at its end is outdated: it begins again, and then counts exactly. */
const add = atEnd<Usage>(
  (workspaceId, rows) => sql`
    insert into workspace_usage_parts as counted (workspace_id, part, contacts, bytes)
    select ${workspaceId}, pg_backend_pid() % ${sql.lit(parts)}, contacts, bytes
    from (
      select added.contacts, added.bytes, case
        when is_near then pg_advisory_xact_lock(name)
        when before.contacts > most_contacts or before.bytes > most_bytes then refuse('outdated')
        else pg_advisory_xact_lock_shared(name) end
      from json_to_recordset(${rows}) as added (
        contacts bigint, bytes bigint, is_near boolean, most_contacts bigint, most_bytes bigint
      ), (${totals(workspaceId)}) before, ${lockName("usage", workspaceId)} name
      offset 0
    ) added
    on conflict (workspace_id, part) do update
      set contacts = counted.contacts + excluded.contacts, bytes = counted.bytes + excluded.bytes`,
  {
    toRows: (change, rows) => [
      {
        contacts: sum(rows, "contacts"),
        bytes: sum(rows, "bytes"),
        is_near: isNear(change),
        most_contacts: change.quotas.contacts - margin.contacts,
        most_bytes: change.quotas.bytes - margin.bytes,
      },
    ],
    check: (change, rows) =>
      isNear(change) ? (reading) => requireRoom(reading, change.quotas, rows) : undefined,
  },
);

/** @throws ApiError 422 when the workspace has more than a quota, with these rows */
async function requireRoom(
  { transaction, workspaceId }: Reading,
  quotas: Quotas,
  rows: Usage[],
): Promise<void> {
  const exact = await totals(workspaceId).execute(transaction);
  for (const { contacts, bytes } of exact.rows)
    refuseBeyond(quotas, { contacts: Number(contacts), bytes: Number(bytes) }, rows);
}

const sum = (rows: Usage[], column: keyof Usage) => rows.reduce((total, row) => total + row[column], 0);

/** @throws ApiError 422 when the workspace has more than a quota */
function refuseBeyond(quotas: Quotas, usage: Usage, rows: Usage[]): void {
  if (sum(rows, "contacts") > 0 && usage.contacts > quotas.contacts) {
    throw invalid([], `el espacio de trabajo ya tiene ${quotas.contacts} contactos, el máximo`);
  }
  if (usage.bytes > quotas.bytes) {
    throw invalid([], `el espacio de trabajo ya guarda ${quotas.bytes} bytes, el máximo`);
  }
}
