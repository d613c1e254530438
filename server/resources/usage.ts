import { sql } from "kysely";
import type { Event } from "../../generated/types.ts";
import { invalid } from "../contract/api-error.ts";
import type { Change } from "../store/change.ts";

/** The events whose data count. Nothing deletes these data, so the counts never go down. Articles are the team's own. */
const counted = new Set<Event["type"]>([
  "contact.created",
  "conversation.created",
  "message.created",
  "ticket.created",
]);

/**
 * Counts the data of an event that reports a creation.
 * @throws ApiError 422 when the workspace then has more than a quota; the change is undone
 */
export async function countUsage(
  change: Change,
  { type, data }: Pick<Event, "type" | "data">,
): Promise<void> {
  if (counted.has(type)) await countStored(change, data, type === "contact.created" ? 1 : 0);
}

/**
 * Counts an object that a change created, for the quotas of its workspace (D-35). The counts are exact: the row of the
 * counts is locked until the change ends, and a change that is undone undoes its count.
 * @throws ApiError 422 when the workspace then has more than a quota; the change is undone
 */
export async function countStored(
  { transaction, workspaceId, quotas }: Change,
  data: object,
  contacts = 0,
): Promise<void> {
  const { rows } = await sql<{ contacts: string; bytes: string }>`
    insert into workspace_usage as usage (workspace_id, contacts, bytes)
    values (${workspaceId}, ${contacts}, ${Buffer.byteLength(JSON.stringify(data))})
    on conflict (workspace_id) do update
      set contacts = usage.contacts + excluded.contacts, bytes = usage.bytes + excluded.bytes
    returning contacts, bytes`.execute(transaction);
  const [usage] = rows;
  if (contacts > 0 && Number(usage?.contacts) > quotas.contacts) {
    throw invalid([], `el espacio de trabajo ya tiene ${quotas.contacts} contactos, el máximo`);
  }
  if (Number(usage?.bytes) > quotas.bytes) {
    throw invalid([], `el espacio de trabajo ya guarda ${quotas.bytes} bytes, el máximo`);
  }
}
