import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { delivery, limits } from "../../../generated/constants.ts";
import { cancelPending } from "../../../server/webhooks/disable.ts";
import type { Job } from "../../../server/webhooks/job.ts";
import {
  delayAfter,
  type Effect,
  record,
} from "../../../server/webhooks/record.ts";
import { startServer } from "../../support/server.ts";

let now = Date.now();
const server = await startServer({
  clock: () => new Date(now),
  localWebhooks: true,
});
const call = await server.as();

let url: string;
/** A webhook whose deliveries nothing attempts but the test. */
let hook: string;
beforeEach(async () => {
  now = Date.now();
  url = "http://127.0.0.1:9/";
  effects.length = 0;
  for (const { id } of (await call("/v1/webhooks")).body.data)
    await call(`/v1/webhooks/${id}`, undefined, "DELETE");
  hook = (await call("/v1/webhooks", { url, events: ["*"] })).body.data.id;
});

let count = 0;
async function makeDelivery(): Promise<string> {
  await call("/v1/contacts", {
    name: "Ana",
    email: `ana${++count}@example.com`,
  });
  return (await deliveries())[0]?.id ?? "";
}
const deliveries = async () =>
  (await call(`/v1/webhooks/${hook}/deliveries?limit=100`)).body.data;

/** The number of attempts that have failed since the last success, which no response shows. */
async function failedAttempts(): Promise<number> {
  const { failed_attempts } = await server.store.database
    .selectFrom("webhooks")
    .select("failed_attempts")
    .where("id", "=", hook)
    .executeTakeFirstOrThrow();
  return failed_attempts;
}

let claims = Date.now() + 60_000;
/** Claims the delivery, as a worker does, also one that another has claimed. */
async function claimed(deliveryId: string): Promise<Job> {
  const { database } = server.store;
  const claimedUntil = new Date(claims++).toISOString();
  const { workspace_id: workspaceId } = await database
    .updateTable("webhook_deliveries")
    .set({ claimed_until: claimedUntil })
    .where("id", "=", deliveryId)
    .returning("workspace_id")
    .executeTakeFirstOrThrow();
  return {
    workspaceId,
    webhookId: hook,
    deliveryId,
    claimedUntil,
    lane: "quick",
  };
}

/** The effects of the attempts on the webhook. */
const effects: (Effect | undefined)[] = [];

/** Records an attempt of the delivery that ended with a status. */
async function ended(
  deliveryId: string,
  response_status: number,
  claim?: Job,
): Promise<void> {
  const attempt = {
    job: claim ?? (await claimed(deliveryId)),
    url,
    at: new Date(now).toISOString(),
  };
  const outcome = {
    response_status,
    error: null,
    duration_ms: 1,
    response_excerpt: "",
  };
  effects.push(await record(server.store, attempt, outcome));
}

test.each([
  { status: 199, expected: "pending" },
  { status: 200, expected: "succeeded" },
  { status: 299, expected: "succeeded" },
  { status: 300, expected: "pending" },
  { status: 304, expected: "pending" },
  { status: 399, expected: "pending" },
  { status: 400, expected: "pending" },
])(
  "an attempt that ended with $status leaves its delivery $expected",
  async ({ status, expected }) => {
    const id = await makeDelivery();
    await ended(id, status);
    expect(await deliveries()).toMatchObject([
      { id, status: expected, attempts: [{ response_status: status }] },
    ]);
  },
);

test("a success ends the count of failed attempts, by which a webhook is disabled", async () => {
  const id = await makeDelivery();
  await ended(id, 500);
  await ended(id, 500);
  await ended(id, 200);
  expect(effects).toEqual(["failing", undefined, "recovered"]);
  expect(await failedAttempts()).toBe(0);
});

test("of two workers that made one attempt, both record it, and one plans the next", async () => {
  const id = await makeDelivery();
  const lost = await claimed(id);
  const holder = await claimed(id);
  await Promise.all([ended(id, 500, lost), ended(id, 500, holder)]);
  expect(await deliveries()).toMatchObject([
    { attempts: [{ number: 1 }, { number: 2 }], status: "pending" },
  ]);
  expect(await failedAttempts()).toBe(2);
});

test.each([
  { status: 500, expected: "pending" },
  { status: 200, expected: "succeeded" },
])(
  "an attempt that ended with $status after its claim was lost is recorded: $expected",
  async ({ status, expected }) => {
    const id = await makeDelivery();
    const lost = await claimed(id);
    const createdAt = now++;
    await ended(id, 503);
    now++;
    await ended(id, 503);
    const [before] = await deliveries();
    now = createdAt;
    await ended(id, status, lost);
    const [after] = await deliveries();
    expect(after?.status).toBe(expected);
    expect(
      after?.attempts.map((it) => [it.number, it.response_status]),
    ).toEqual([
      [1, status],
      [2, 503],
      [3, 503],
    ]);
    if (status === 500)
      expect(after?.next_attempt_at).toBe(before?.next_attempt_at);
  },
);

test("a delivery leaves out its oldest attempt, also when that was recorded last", async () => {
  const id = await makeDelivery();
  const oldest = await claimed(id);
  const claimedAt = now;
  for (let newer = 1; newer <= limits.attempts; newer++) {
    now++;
    await ended(id, 500);
  }

  now = claimedAt;
  await ended(id, 503, oldest);

  const [delivery] = await deliveries();
  expect(delivery?.attempts).toHaveLength(limits.attempts);
  expect(delivery?.attempts[0]).toMatchObject({
    number: 2,
    response_status: 500,
  });
});

test("a late success of an earlier worker leaves the attempt that a caller has requested since", async () => {
  const id = await makeDelivery();
  const lost = await claimed(id);
  await ended(id, 200);
  const path = `/v1/webhooks/${hook}/deliveries/${id}/redeliver` as const;
  expect((await call(path, undefined, "POST")).status).toBe(202);

  await ended(id, 200, lost);

  expect(await deliveries()).toMatchObject([
    { status: "pending", next_attempt_at: expect.any(String) },
  ]);
});

test("disabling cancels what is planned, but no attempt that is under way or requested", async () => {
  const planned = await makeDelivery();
  const underWay = await makeDelivery();
  await claimed(underWay);
  const requested = (await call(`/v1/webhooks/${hook}/test`, {})).body.data.id;
  await call(`/v1/webhooks/${hook}`, { status: "disabled" }, "PATCH");
  const statuses = Object.fromEntries(
    (await deliveries()).map(({ id, status }) => [id, status]),
  );
  expect(statuses).toEqual({
    [planned]: "canceled",
    [underWay]: "pending",
    [requested]: "pending",
  });
});

test("what disabling cancels late is nothing when the webhook has been enabled again", async () => {
  const id = await makeDelivery();

  await cancelPending(server.store, await server.workspaceId(), hook);

  expect(await deliveries()).toMatchObject([{ id, status: "pending" }]);
});

describe("disabling", () => {
  const { failingAfter, failingAfterAttempts: enough } = delivery;
  const webhook = async () => (await call(`/v1/webhooks/${hook}`)).body.data;
  const change = async (json: object) =>
    (await call(`/v1/webhooks/${hook}`, json, "PATCH")).body.data;
  const attempt = async (status: number) => ended(await makeDelivery(), status);
  /**
   * Has so many deliveries fail, and one more after a time; in between something may happen. Gives
   * the webhook then.
   */
  const failFor = async (
    failures: number,
    time: number,
    meanwhile?: () => Promise<unknown>,
  ) => {
    for (let i = 0; i < failures; i++) await attempt(500);
    await meanwhile?.();
    now += time;
    await attempt(500);
    return webhook();
  };

  test("happens after 120 hours of nothing but failures, ten of them, and not before", async () => {
    expect(await failFor(enough - 2, failingAfter - 1)).toMatchObject({
      status: "enabled",
    });
    now += 1;
    await attempt(500);
    expect(await webhook()).toMatchObject({
      status: "disabled",
      disabled_reason: "failing",
    });
    expect(new Set((await deliveries()).map(({ status }) => status))).toEqual(
      new Set(["canceled"]),
    );
    expect(effects).toEqual([
      "failing",
      ...Array(enough - 2).fill(undefined),
      "disabled",
    ]);
  });

  test.each<{
    why: string;
    failures: number;
    meanwhile?: () => Promise<unknown>;
  }>([
    {
      why: "because of a few failures, however long ago the first was",
      failures: enough - 2,
    },
    {
      why: "when one attempt succeeds meanwhile",
      failures: enough,
      meanwhile: () => attempt(200),
    },
    {
      why: "for what an earlier url responded",
      failures: enough,
      meanwhile: async () => await change({ url: (url += "moved") }),
    },
  ])("does not happen $why", async ({ failures, meanwhile }) => {
    expect((await failFor(failures, failingAfter, meanwhile)).status).toBe(
      "enabled",
    );
    // A success, or another url, begins anew.
    expect(effects.filter((effect) => effect === "failing")).toHaveLength(
      meanwhile ? 2 : 1,
    );
  });

  test("by a 410 is a change: the webhook has another version", async () => {
    const { version } = await webhook();

    await attempt(410);

    const after = await webhook();
    expect(after).toMatchObject({
      status: "disabled",
      disabled_reason: "gone",
    });
    expect(after.version).not.toBe(version);
  });

  test("keeps its reason when a caller disables what is disabled already", async () => {
    const disabled = await failFor(enough, failingAfter);
    expect(disabled).toMatchObject({ disabled_reason: "failing" });

    expect(await change({ status: "disabled" })).toEqual(disabled);
  });

  test("by hand cancels what is pending; nothing is queued until it is enabled, with a fresh start", async () => {
    const again = await failFor(enough, failingAfter, async () => {
      expect(await change({ status: "disabled" })).toMatchObject({
        disabled_reason: "manual",
      });
      await makeDelivery();
      expect((await deliveries()).map(({ status }) => status)).toEqual(
        Array(enough).fill("canceled"),
      );
      await change({ status: "enabled" });
    });
    expect(again).toMatchObject({ status: "enabled", disabled_reason: null });
  });

  test("by hand cancels what is pending, also when it is more than a thousand", async () => {
    await makeDelivery();
    await sql`
      insert into webhook_deliveries
        (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at, bytes)
      select workspace_id, id || n, webhook_id, event_id, status, retry, next_attempt_at, created_at, 0
      from webhook_deliveries, generate_series(1, 1000) n where webhook_id = ${hook}`.execute(
      server.store.database,
    );

    await change({ status: "disabled" });

    const pending = `/v1/webhooks/${hook}/deliveries?status=pending` as const;
    expect((await call(pending)).body.data).toEqual([]);
  });
});

test("failures at one moment are not retried at one moment", () => {
  const delays = new Set(Array.from({ length: 100 }, () => delayAfter(2)));
  expect(delays.size).toBeGreaterThan(90);
});
