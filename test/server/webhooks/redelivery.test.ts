import { beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { verifyWebhookSync as verifyWebhook } from "../../../client/webhooks/node.ts";
import { settled, startWebhook } from "../../support/delivery.ts";

const webhook = await startWebhook();
const {
  server,
  call,
  receiver,
  hook,
  path,
  deliveries,
  newest,
  createContact,
  respondWith,
  next,
} = webhook;
const { change, redeliver, deliver, outcomes, hold, underWay, end } = webhook;

describe("on request", () => {
  test("a test is sent once, even to a disabled webhook, and is not in the feed", async () => {
    const feed = (await call("/v1/events?limit=100")).body.data;
    await change({ status: "disabled" });
    respondWith(500);
    const arriving = next();
    const requested = await call(`${path()}/test`, {});
    const { data } = requested.body;
    expect(data).toMatchObject({
      event_type: "webhook.test",
      status: "pending",
      attempts: [],
    });
    const { headers, body } = await arriving;
    expect(verifyWebhook(headers, body, hook().secret)).toMatchObject({
      type: "webhook.test",
      data: { id: hook().id },
      request: { id: requested.headers.get("x-request-id") },
    });
    await settled(server);
    expect(await deliveries()).toMatchObject([
      { id: data.id, status: "failed", next_attempt_at: null },
    ]);
    expect((await call("/v1/events?limit=100")).body.data).toEqual(feed);
    expect((await call(`/v1/events/${data.event_id}`)).body.error.code).toBe(
      "not_found",
    );
  });

  test("a delivery is sent again: the same webhook-id, the present url, one attempt more", async () => {
    await deliver();
    const { id, event_id } = await newest();
    await change({ url: `${receiver.address}/moved`, status: "disabled" });
    respondWith(500);
    const arriving = next();
    const { data } = (await redeliver()).body;
    expect(data).toMatchObject({ id, status: "pending" });
    expect(await arriving).toMatchObject({
      path: "/moved",
      headers: { "webhook-id": event_id },
    });
    await settled(server);
    expect(await deliveries()).toMatchObject([
      {
        id,
        status: "succeeded",
        attempts: [{ number: 1 }, { number: 2, response_status: 500 }],
      },
    ]);
    for (let number = 3; number <= limits.attempts + 2; number++) {
      await redeliver();
      await settled(server);
    }
    const numbers = (await newest()).attempts.map(({ number }) => number);
    expect(numbers).toEqual(
      Array.from({ length: limits.attempts }, (_, n) => n + 3),
    );
  });

  test("a delivery that is pending is returned as it is", async () => {
    respondWith(500);
    await deliver();
    const pending = await newest();
    expect((await redeliver()).body.data).toEqual(pending);
    await settled(server);
    expect(receiver.received).toHaveLength(1);
  });
});

describe("a redelivery", () => {
  beforeEach(hold);

  test("that fails leaves a success one, also when the webhook is disabled meanwhile", async () => {
    await underWay(createContact);
    await end(200);
    hold();
    await underWay(async () =>
      expect((await redeliver()).body.data.status).toBe("pending"),
    );
    await end(500);
    expect(await outcomes()).toEqual([["succeeded", 200, 500]]);
    hold();
    await underWay(redeliver);
    await change({ status: "disabled" });
    await end(503);
    expect(await outcomes()).toEqual([["succeeded", 200, 500, 503]]);
  });

  test("that several request at once is one attempt", async () => {
    await underWay(createContact);
    await end(200);
    hold();
    await underWay(() => Promise.all([redeliver(), redeliver(), redeliver()]));
    await end(200);
    expect(await outcomes()).toEqual([["succeeded", 200, 200]]);
  });
});
