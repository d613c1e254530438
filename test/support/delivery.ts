import { sql } from "kysely";
import { afterAll } from "vitest";
import { createLog } from "../../server/telemetry/log.ts";
import { createSender } from "../../server/webhooks/send.ts";
import { startWorker } from "../../server/webhooks/worker.ts";
import { heldToOneWorkspace } from "./one-workspace.ts";
import type { TestServer } from "./server.ts";

/** Delivers what a test server queues, to local receivers too; it stops after the file's tests. `onLine` gets its log. */
export async function startDelivery(
  { store, cipher }: TestServer,
  onLine?: (line: string) => void,
): Promise<void> {
  const sender = createSender(true);
  const { stop } = startWorker({
    store: heldToOneWorkspace(store),
    cipher,
    sender,
    log: onLine ? createLog("warn", { write: onLine }) : createLog("silent"),
  });
  afterAll(async () => {
    await stop();
    sender.close();
  });
}

/** Makes every planned attempt due. */
export async function makeDue({ store }: TestServer): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update webhook_deliveries set next_attempt_at = ${store.now()} where status = 'pending'
    returning workspace_id as id`.execute(store.database);
  for (const { id } of rows) store.deliveries.emit("due", id);
}

/** Waits until no delivery is pending but those whose next attempt is planned, and gives nothing. */
export async function settled({ store }: Pick<TestServer, "store">): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ due: number }>`
      select count(*)::integer as due from webhook_deliveries
      where status = 'pending' and (next_attempt_at <= ${store.now()} or claimed_until > clock_timestamp())
    `.execute(store.database);
    if (rows[0]?.due === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
