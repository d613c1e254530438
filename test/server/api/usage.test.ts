import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { deleteExpiredEvents } from "../../../server/api/event-retention.ts";
import {
  readUsageDifferences,
  resetUsage,
} from "../../../server/store/usage/usage.ts";
import { whileLocked } from "../../support/locks.ts";
import { startServer } from "../../support/server.ts";
import { onPostgres } from "../../support/store.ts";
import { quietWebhook, quotaError, usageOf } from "./quota.ts";

// Tests what counts for the quotas of a workspace, beside its objects.

const server = await startServer();
let count = 0;
const contact = () => ({ name: "Ana", email: `ana${++count}@example.com` });
const usage = (workspace: string) => usageOf(server.store, workspace);

test("responses that are stored for an Idempotency-Key count, compressed, and fill the quota at most", async () => {
  server.store.quotas = { contacts: 1000, bytes: 1024 ** 3 };
  const key = await server.key(["*"], "keeper");
  const sendBatch = (idempotencyKey: string, contacts: object[]) =>
    server.call("/v1/contacts/batch", {
      key,
      json: { contacts },
      headers: { "Idempotency-Key": idempotencyKey },
    });
  /** Makes 25 contacts, each with twenty long texts, so that a response with them is large. */
  const makeLarge = (makeText: () => string) =>
    Array.from({ length: 25 }, () => {
      const custom_fields: Record<string, string> = {};
      for (let n = 0; n < 20; n++) custom_fields[n] = makeText();
      return { ...contact(), custom_fields };
    });
  /** Names contacts by their emails alone: such a batch changes nothing. */
  const emailsOf = (contacts: { email: string }[]) =>
    contacts.map(({ email }) => ({ email }));

  const uniform = makeLarge(() => "x".repeat(400));
  expect((await sendBatch("uniform", uniform)).status).toBe(200);
  const before = await usage("keeper");
  const unchanged = await sendBatch("uniform-again", emailsOf(uniform));
  expect(unchanged.body.data.results[0]?.status).toBe("unchanged");
  // The response has about 200,000 bytes.
  const stored = (await usage("keeper")).bytes - before.bytes;
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBeLessThan(20_000);

  const random = makeLarge(() => randomBytes(200).toString("base64"));
  expect((await sendBatch("random", random)).status).toBe(200);
  const quota = (await usage("keeper")).bytes + 300_000;
  server.store.quotas = { contacts: 1000, bytes: quota };
  let status = 200;
  for (let n = 0; n < 6; n++)
    ({ status } = await sendBatch(`random-again-${n}`, emailsOf(random)));
  expect(status).toBe(422);
  expect((await usage("keeper")).bytes).toBeLessThanOrEqual(quota);
});

test("the cursors of what was deleted count, so that nobody fills the disk by deleting", async () => {
  server.store.quotas = { contacts: 10, bytes: 5_000 };
  const call = await server.as("deletes");
  const createWebhook = () => call("/v1/webhooks", quietWebhook);

  let created = await createWebhook();
  for (let n = 0; n < 50 && created.status === 201; n++) {
    await call(`/v1/webhooks/${created.body.data.id}`, undefined, "DELETE");
    created = await createWebhook();
  }
  expect(created.body.error).toMatchObject(quotaError("guardar 5000 bytes"));

  server.store.quotas = { contacts: 10, bytes: 1024 ** 2 };
  const webhook = { url: "https://8.8.8.8/hook", events: ["contact.created"] };
  await call("/v1/webhooks", webhook);
  const { id } = (await call("/v1/contacts", contact())).body.data;
  await call(`/v1/contacts/${id}`, undefined, "DELETE");
  expect((await usage("deletes")).contacts).toBe(0);
});

test("a deleted webhook gives back what its deliveries and their cursors took", async () => {
  server.store.quotas = { contacts: 10, bytes: 1024 ** 2 };
  const subscription = { ...quietWebhook, events: ["contact.created"] };
  /** The bytes of a workspace in which two contacts came, of which one was erased. */
  const bytesAfter = async (workspace: string, hasWebhook: boolean) => {
    const call = await server.as(workspace);
    const webhook =
      hasWebhook && (await call("/v1/webhooks", subscription)).body.data;
    for (const name of ["Ana", "Eva"])
      await call("/v1/contacts", { name, email: `${name}@example.com` });
    const [{ id } = { id: "" }] = (await call("/v1/contacts")).body.data;
    await call(`/v1/contacts/${id}`, undefined, "DELETE");
    if (webhook) await call(`/v1/webhooks/${webhook.id}`, undefined, "DELETE");
    return (await usage(workspace)).bytes;
  };

  const without = await bytesAfter("without webhook", false);
  const deleted = await bytesAfter("deleted webhook", true);

  // Only the cursor of the webhook itself is left: a row counts 200 bytes and its texts (D-35).
  expect(deleted).toBe(without + 200);
});

test.runIf(onPostgres)(
  "old events of an import that ends while expired ones are deleted are counted once",
  async () => {
    let now = new Date("2026-04-01T09:00:00.000Z");
    const aging = await startServer({ clock: () => now });
    const { store } = aging;
    const call = await aging.as();
    const webhook = { url: "https://crm.example.com/", events: ["*"] };
    await call("/v1/webhooks", webhook);
    await call("/v1/contacts", contact());
    const workspace = await aging.workspaceId();
    now = new Date(now.getTime() + (limits.eventDays + 1) * 24 * 60 * 60_000);
    const importRows = sql`
      with event as (
        insert into events (workspace_id, id, type, data, created_at)
        select workspace_id, 'evt_imported', type, data, created_at from events where workspace_id = ${workspace}
        returning *
      )
      insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, created_at)
      select workspace_id, 'whd_imported', webhook_id, 'evt_imported', 'succeeded', false, created_at
      from webhook_deliveries where workspace_id = ${workspace}`;

    await whileLocked(
      store,
      (other) => sql`select from webhook_deliveries for update`.execute(other),
      () => deleteExpiredEvents(store),
      () =>
        store.database.transaction().execute(async (database) => {
          await importRows.execute(database);
          await resetUsage(database, workspace);
        }),
    );

    expect(await readUsageDifferences(store.database, 10)).toEqual([]);
  },
);
