import { sql } from "kysely";
import type { Event } from "../../generated/types.ts";
import { invalid } from "../contract/api-error.ts";
import type { Quotas } from "../quotas.ts";
import { lockName } from "../store/advisory-lock.ts";
import { atEnd, type Change } from "../store/change.ts";

/** The events whose data count. Only an erasure makes the counts smaller. Articles are the team's own. */
const counted = new Set<Event["type"]>([
  "contact.created",
  "conversation.created",
  "message.created",
  "ticket.created",
]);

/**
 * Counts the data of an event that reports a creation, at the end of the change.
 * @throws ApiError 422 then, when the workspace has more than a quota; the change is undone
 */
export function countUsage(change: Change, { type, data }: Pick<Event, "type" | "data">): void {
  if (counted.has(type)) countStored(change, data, type === "contact.created" ? 1 : 0);
}

/**
 * Counts an object that a change created, for the quotas of its workspace (D-35), at the end of the change. A change that
 * is undone undoes its count.
 * @throws ApiError 422 then, when the workspace has more than a quota; the change is undone
 */
export function countStored(change: Change, data: object, contacts = 0): void {
  const usage = { contacts, bytes: Buffer.byteLength(JSON.stringify(data)) };
  add(change, usage);
  requireRoom(change, usage);
}

type Usage = Record<"contacts" | "bytes", number>;

/** Into how many parts the counts of a workspace are split, so that changes at one time count in different ones. */
const parts = 16;

/**
 * More than all changes that are under way at one time can add. While a workspace has more room than this, they need not
 * wait for each other. With less, each waits for the others, so that the counts are exact.
 */
const margin: Usage = { contacts: 10_000, bytes: 1024 ** 3 };

const add = atEnd<Usage>(
  ({ workspaceId, quotas }, rows) => sql`
    insert into workspace_usage_parts as counted (workspace_id, part, contacts, bytes)
    select ${workspaceId}, pg_backend_pid() % ${sql.lit(parts)}, ${sum(rows, "contacts")}::bigint, ${sum(rows, "bytes")}::bigint
    from (
      select case when contacts > ${quotas.contacts - margin.contacts} or bytes > ${quotas.bytes - margin.bytes}
        then pg_advisory_xact_lock(name) else pg_advisory_xact_lock_shared(name) end
      from (${totals(workspaceId)}) totals, ${lockName("usage", workspaceId)} name
      offset 0
    ) locked
    on conflict (workspace_id, part) do update
      set contacts = counted.contacts + excluded.contacts, bytes = counted.bytes + excluded.bytes`,
);

/** Reads what was counted before the statement. Only when that is near a quota, another statement reads it exactly. */
const requireRoom = atEnd<Usage, Usage>(
  ({ workspaceId }) => totals(workspaceId),
  async ({ transaction, workspaceId, quotas }, [before], rows) => {
    if (!before) throw new Error("PostgreSQL returned no count of a workspace.");
    const isFar = (name: keyof Usage) => before[name] + sum(rows, name) + margin[name] <= quotas[name];
    if (isFar("contacts") && isFar("bytes")) return;
    const exact = await totals(workspaceId).execute(transaction);
    for (const { contacts, bytes } of exact.rows)
      refuseBeyond(quotas, { contacts: Number(contacts), bytes: Number(bytes) }, rows);
  },
);

/** What a workspace has counted, as numbers in text where the rows are not read as JSON. */
const totals = (workspaceId: string) => sql<Record<keyof Usage, string>>`
  select coalesce(sum(contacts), 0) as contacts, coalesce(sum(bytes), 0) as bytes from (
    select contacts, bytes from workspace_usage where workspace_id = ${workspaceId}
    union all
    select contacts, bytes from workspace_usage_parts where workspace_id = ${workspaceId}
  ) counts`;

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
