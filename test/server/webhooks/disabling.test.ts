import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { makeDue, settled, startWebhook } from "../../support/delivery.ts";
import { runCommand } from "../../support/world.ts";

let now = Date.now();
beforeEach(() => {
  now = Date.now();
});
const {
  server,
  call,
  receiver,
  hook,
  path,
  deliveries,
  respondWith,
  lines,
  logged,
  change,
  deliver,
} = await startWebhook({ clock: () => new Date(now) });

describe("disabling", () => {
  test("410 disables at once and cancels what is pending", async () => {
    respondWith(500);
    await deliver();
    now += 1; // of two attempts at one moment none is the last
    respondWith(410);
    await deliver();
    expect((await call(path())).body.data).toMatchObject({
      status: "disabled",
      disabled_reason: "gone",
    });
    const statuses = async () => (await deliveries()).map((it) => it.status);
    await expect.poll(statuses).toEqual(["canceled", "canceled"]);
    const disabled =
      "a webhook was disabled, as its receiver failed for long or is gone";
    await expect.poll(logged).toEqual(["a webhook begins to fail", disabled]);
    const ofHook = { webhook: hook().id, workspace: expect.any(String) };
    expect(lines.slice(-2)).toMatchObject([
      { ...ofHook, status: 500, error: null },
      { ...ofHook, status: 410, error: null },
    ]);
    const webhook = {
      id: hook().id,
      url: `${receiver.address}/hook`,
      status: "disabled",
      disabled_reason: "gone",
    };
    const at = expect.stringMatching(/\.\d{3}Z$/);
    expect(await failing()).toMatchObject([
      {
        ...webhook,
        failed_attempts: 2,
        last_attempt: { at, response_status: 410, error: null },
      },
    ]);
    now += 1;
    respondWith(500);
    const [, earlier] = await deliveries();
    await call(`${path()}/deliveries/${earlier?.id ?? ""}/redeliver`, {});
    await settled(server);
    expect(await failing()).toMatchObject([
      { failed_attempts: 3, last_attempt: { response_status: 500 } },
    ]);
  });

  test("is near for the operator, who sees the last attempt, also when an earlier delivery had more", async () => {
    respondWith(500);
    await deliver();
    now += 1;
    await makeDue(server);
    await settled(server);

    now += 1;
    respondWith(503);
    await deliver();

    expect(await failing()).toMatchObject([
      { last_attempt: { response_status: 503 } },
    ]);
  });

  test("by hand is no failure for the operator", async () => {
    await change({ status: "disabled" });
    expect(await failing()).toEqual([]);
  });

  const failing = async () =>
    (await runCommand(server.store, ["operator", "webhooks", "--failing"]))
      .webhooks;
});

test("a long queue is canceled to its end", async () => {
  respondWith(500);
  await deliver();
  await sql`
    insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
    select workspace_id, id || n, webhook_id, event_id, status, retry, next_attempt_at, created_at
    from webhook_deliveries, generate_series(1, 2100) n where webhook_id = ${hook().id}`.execute(
    server.store.database,
  );
  await change({ status: "disabled" });
  expect(await deliveries("&status=pending")).toEqual([]);
  expect((await call(path(), undefined, "DELETE")).body.data.deleted).toBe(
    true,
  );
});

test("an attempt that was being recorded while its webhook was disabled is the last", async () => {
  respondWith(500);
  await deliver();
  // As it is when disabling had to pass over a delivery that an attempt still held.
  await server.store.database
    .updateTable("webhooks")
    .set({ status: "disabled", disabled_reason: "manual" })
    .execute();
  await makeDue(server);
  await settled(server);
  expect(await deliveries()).toMatchObject([
    { status: "canceled", next_attempt_at: null },
  ]);
  expect(receiver.received).toHaveLength(1);
});
