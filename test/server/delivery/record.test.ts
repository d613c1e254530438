import { beforeEach, expect, test } from "vitest";
import { delivery as rules } from "../../../generated/catalogue.ts";
import { record } from "../../../server/delivery/record.ts";
import { startServer } from "../../support/server.ts";

let now = Date.now();
const server = await startServer({ clock: () => new Date(now), localWebhooks: true });
const key = await server.key(["*"]);
const call = server.caller(() => key);

/** A webhook whose deliveries nothing attempts but the test. */
let hook: string;
beforeEach(async () => {
  now = Date.now();
  for (const { id } of (await call("/v1/webhooks")).body.data)
    await call(`/v1/webhooks/${id}`, undefined, "DELETE");
  hook = (await call("/v1/webhooks", { url: "http://127.0.0.1:9/", events: ["*"] })).body.data.id;
});

let count = 0;
async function makeDelivery(): Promise<string> {
  await call("/v1/contacts", { name: "Ana", email: `ana${++count}@example.com` });
  return (await deliveries())[0]?.id ?? "";
}
const deliveries = async () => (await call(`/v1/webhooks/${hook}/deliveries?limit=100`)).body.data;
const webhook = async () => (await call(`/v1/webhooks/${hook}`)).body.data;

/** Records an attempt of the delivery that ended with a status. */
async function ended(deliveryId: string, response_status: number, attempt = 1): Promise<void> {
  const { workspace_id: workspaceId } = await server.store.database
    .selectFrom("webhooks")
    .select("workspace_id")
    .where("id", "=", hook)
    .executeTakeFirstOrThrow();
  const job = { id: crypto.randomUUID(), workspaceId, webhookId: hook, deliveryId, attempt };
  const made = { job, at: new Date(now).toISOString(), retry: true, failing: false };
  const outcome = { response_status, error: null, duration_ms: 1, response_excerpt: "" };
  await record(server.store, made, outcome);
}

test.each([
  [199, "pending"],
  [200, "succeeded"],
  [299, "succeeded"],
  [300, "pending"],
  [304, "pending"],
  [399, "pending"],
  [400, "pending"],
])("an attempt that ended with %i leaves its delivery %s", async (status, wanted) => {
  const id = await makeDelivery();
  await ended(id, status);
  expect(await deliveries()).toMatchObject([{ id, status: wanted, attempts: [{ response_status: status }] }]);
});

test("of two workers that made one attempt, one records it", async () => {
  const id = await makeDelivery();
  await Promise.all([ended(id, 500), ended(id, 500)]);
  expect(await deliveries()).toMatchObject([{ attempts: [{ number: 1 }], status: "pending" }]);
  const { failed_attempts } = await server.store.database
    .selectFrom("webhooks")
    .select("failed_attempts")
    .where("id", "=", hook)
    .executeTakeFirstOrThrow();
  expect(failed_attempts).toBe(1);
});

test("an attempt that was slower than the next one changes nothing", async () => {
  const id = await makeDelivery();
  await ended(id, 500, 1);
  await ended(id, 500, 2);
  const [before] = await deliveries();
  await ended(id, 200, 1);
  expect(await deliveries()).toEqual([before]);
});

test("an attempt that ends after its delivery was canceled changes nothing", async () => {
  const id = await makeDelivery();
  await call(`/v1/webhooks/${hook}`, { status: "disabled" }, "PATCH");
  await ended(id, 500);
  expect(await deliveries()).toMatchObject([{ id, status: "canceled", attempts: [], next_attempt_at: null }]);
});

test("an attempt that ends after its webhook was deleted changes nothing", async () => {
  const id = await makeDelivery();
  const { data } = (await call("/v1/webhooks", { url: "http://127.0.0.1:9/", events: ["ticket.created"] }))
    .body;
  await call(`/v1/webhooks/${hook}`, undefined, "DELETE");
  hook = data.id;
  await ended(id, 500);
  expect(await deliveries()).toEqual([]);
});

test("the tenth failed attempt disables a webhook that fails for long enough, and the ninth does not", async () => {
  const ids: string[] = [];
  for (let i = 0; i < rules.failingAfterAttempts; i++) ids.push(await makeDelivery());
  const last = ids.pop() ?? "";
  const late = ids.pop() ?? "";
  for (const id of ids) await ended(id, 500);
  now += rules.failingAfter;
  await ended(late, 500);
  expect((await webhook()).status).toBe("enabled");
  await ended(last, 500);
  expect(await webhook()).toMatchObject({ status: "disabled", disabled_reason: "failing" });
});
