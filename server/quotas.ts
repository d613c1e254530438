import { sql } from "kysely";
import type { Event } from "../generated/types.ts";
import { invalid } from "./contract/api-error.ts";
import type { Change } from "./store/change.ts";

/** What a workspace may store (D-35). */
export interface Quotas {
  contacts: number;
  /** Of the contacts, conversations, messages and tickets, as JSON. */
  bytes: number;
}

/** Generous, and not endless. */
export const defaultQuotas: Quotas = { contacts: 10_000_000, bytes: 100 * 1024 ** 3 };

/** What is created is kept for good; articles are the team's own. */
const counted = new Set<Event["type"]>([
  "contact.created",
  "conversation.created",
  "message.created",
  "ticket.created",
]);

/**
 * Counts what an event says was created. The lock that gives events their order makes the counts exact: changes of one
 * workspace come here one after the other, and what is undone is not counted.
 * @throws ApiError 422 when the workspace has more than a quota then; the change is undone
 */
export async function countUsage(
  { transaction, workspaceId, quotas }: Change,
  { type, data }: Pick<Event, "type" | "data">,
): Promise<void> {
  if (!counted.has(type)) return;
  const contacts = type === "contact.created" ? 1 : 0;
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
