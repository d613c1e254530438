import { sql } from "kysely";
import type { Store } from "../store/store.ts";
import { enqueue } from "../webhooks/queue.ts";

/**
 * Queues again what is overdue and that the queue knows nothing of, as after a restored backup. Running it at once in
 * several processes does no harm: an attempt is recorded once.
 */
export async function requeueForgotten({ database, now, bell }: Store): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{
      workspaceId: string;
      webhookId: string;
      deliveryId: string;
      attempt: number;
    }>`
      select workspace_id as "workspaceId", webhook_id as "webhookId", id as "deliveryId", attempts + 1 as attempt
      from webhook_deliveries
      where status = 'pending' and next_attempt_at <= ${now()}
        and not exists (select from pgboss.job where name = 'attempts' and data->>'deliveryId' = webhook_deliveries.id)
    `.execute(transaction);
    if (rows.length > 0) await enqueue({ transaction, ring: false }, rows);
  });
  bell.emit("ring");
}
