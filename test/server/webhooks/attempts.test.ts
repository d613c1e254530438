import { beforeEach, describe, expect, test } from "vitest";
import { delivery } from "../../../generated/constants.ts";
import {
  makeDue,
  settled,
  startReceiver,
  startWebhook,
} from "../../support/delivery.ts";

const hour = 60 * 60 * 1000;

let now = Date.now();
beforeEach(() => {
  now = Date.now();
});
const {
  server,
  call,
  receiver,
  path,
  deliveries,
  newest,
  createContact,
  create,
  respondWith,
  change,
  deliver,
  redeliver,
  outcomes,
  hold,
  underWay,
  end,
} = await startWebhook({ clock: () => new Date(now) });

describe("attempts", () => {
  test("follow the schedule within the jitter, ten in all, with one webhook-id", async () => {
    respondWith(500, {}, "no");
    await createContact();
    const planned: number[] = [];
    for (let i = 0; i <= delivery.retries.length; i++) {
      await settled(server);
      const { status, attempts, next_attempt_at } = await newest();
      expect(attempts).toHaveLength(i + 1);
      expect(attempts[i]?.number).toBe(i + 1);
      if (next_attempt_at === null) expect(status).toBe("failed");
      else {
        planned.push(Date.parse(next_attempt_at) - now);
        now = Date.parse(next_attempt_at);
        await makeDue(server);
      }
    }
    expect(planned).toHaveLength(delivery.retries.length);
    planned.forEach((delay, i) => {
      const expected = delivery.retries[i] ?? 0;
      expect(Math.abs(delay - expected)).toBeLessThanOrEqual(
        expected * delivery.jitter,
      );
    });
    expect(receiver.received).toHaveLength(10);
    expect(
      new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))
        .size,
    ).toBe(1);
    expect(
      new Set(
        receiver.received.map(({ headers }) => headers["webhook-timestamp"]),
      ).size,
    ).toBe(10);
  });

  test.each([
    { status: 429, retryAfter: "3600", wait: hour },
    { status: 503, retryAfter: "1", wait: delivery.retries[0] },
    { status: 503, retryAfter: "9999999", wait: delivery.longestDelay },
    { status: 500, retryAfter: "3600", wait: delivery.retries[0] },
    { status: 429, retryAfter: "soon", wait: delivery.retries[0] },
    { status: 429, retryAfter: "3600.5", wait: hour },
    { status: 429, retryAfter: "3600 s", wait: delivery.retries[0] },
    { status: 429, retryAfter: "3600-5", wait: delivery.retries[0] },
    {
      status: 503,
      retryAfter: new Date(Date.now() + 2 * hour).toUTCString(),
      wait: 2 * hour,
    },
  ])(
    "wait after a $status with Retry-After $retryAfter",
    async ({ status, retryAfter, wait: expected }) => {
      respondWith(status, { "Retry-After": retryAfter });
      await deliver();
      const { next_attempt_at } = await newest();
      const waits = Date.parse(next_attempt_at ?? "") - now;
      expect(waits / expected).toBeGreaterThan(0.89);
      expect(waits / expected).toBeLessThan(1.11);
    },
  );
});

test.each([300, 302, 399])(
  "a delivery that got a %i fails again at its next attempt",
  async (status) => {
    respondWith(status);
    await deliver();
    await makeDue(server);
    await settled(server);
    expect(await outcomes()).toEqual([["pending", status, status]]);
  },
);

describe("while an attempt is under way,", () => {
  beforeEach(hold);

  const disable = () => change({ status: "disabled" });
  const enable = () => change({ status: "enabled" });

  test.each([
    {
      title: "its webhook is disabled: it ends with a success, which stays",
      meanwhile: [disable],
      response: 200,
      status: "succeeded",
    },
    {
      title:
        "its webhook is disabled: it ends with a failure, which is the last",
      meanwhile: [disable],
      response: 500,
      status: "canceled",
    },
    {
      title: "its webhook is disabled and enabled: a failure is not the last",
      meanwhile: [disable, enable],
      response: 500,
      status: "pending",
    },
    {
      title: "it is requested again: there is one attempt",
      meanwhile: [redeliver],
      response: 200,
      status: "succeeded",
    },
  ])("$title", async ({ meanwhile, response, status }) => {
    await underWay(createContact);
    for (const work of meanwhile) await work();
    await end(response);
    expect(await outcomes()).toEqual([[status, response]]);
  });

  test("the url changes: what the former receiver responds concerns its own delivery", async () => {
    const other = await startReceiver();
    await underWay(createContact);
    await change({ url: other.address });
    await end(410);
    expect((await call(path())).body.data.status).toBe("enabled");
    await makeDue(server);
    await other.arrived(1);
    await settled(server);
    expect(await outcomes()).toEqual([["succeeded", 410, 204]]);
  });

  test("its webhook is deleted: the receiver's response ends nothing else", async () => {
    await underWay(createContact);
    await call(path(), undefined, "DELETE");
    await create(["*"]);
    await underWay(createContact);
    await end(200);
    expect(await outcomes()).toEqual([["succeeded", 200]]);
  });

  test("the person is erased: the log keeps nothing of the attempt", async () => {
    let id = "";
    await underWay(async () => (id = await createContact()));
    await underWay(() => call(`/v1/contacts/${id}`, undefined, "DELETE"));
    await end(200);
    expect((await deliveries()).map((it) => it.event_type)).toEqual([
      "contact.deleted",
    ]);
    expect(await outcomes()).toEqual([["succeeded", 200]]);
  });
});
