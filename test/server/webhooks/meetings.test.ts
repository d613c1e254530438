import type { ServerResponse } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { verifyWebhookSync as verifyWebhook } from "../../../client/webhooks/node.ts";
import { makeDue, settled, startReceiver } from "../../support/delivery.ts";
import { startOneWebhook } from "./one-webhook.ts";

const { server, receiver, call, hook, path, create, createContact, deliveries } = await startOneWebhook();
const outcomes = async () =>
  (await deliveries()).map(({ status, attempts }) => [status, ...attempts.map((it) => it.response_status)]);
const change = (json: object) => call(path(), json, "PATCH");
const redeliver = async () => call(`${path()}/deliveries/${(await deliveries())[0]?.id}/redeliver`, {});

/** The responses that the receiver owes. */
let held: ServerResponse[];
/** Lets the receiver wait with its responses from now on. */
const hold = () => {
  held = [];
  receiver.respond = (_, response) => void held.push(response);
};
/** Waits for this many attempts from now on; all are then under way. */
const underWay = async (work: () => Promise<unknown>, attempts = 1) => {
  const arriving = receiver.arrived(receiver.received.length + attempts);
  await work();
  return (await arriving).at(-1);
};
/** Ends what is under way with a status, and all later attempts at once with 204. */
const end = async (status: number) => {
  receiver.respond = (_, response) => response.writeHead(204).end();
  for (const response of held) response.writeHead(status).end();
  await settled(server);
};

beforeEach(hold);

describe("while an attempt is under way,", () => {
  test.each([
    [200, "succeeded"],
    [500, "canceled"],
  ])("its webhook is disabled: it ends with %i, and the delivery is %s", async (status, expected) => {
    await underWay(createContact);
    await change({ status: "disabled" });
    await end(status);
    expect(await outcomes()).toEqual([[expected, status]]);
  });

  test("its webhook is disabled and enabled again: a failure is followed by another attempt", async () => {
    await underWay(createContact);
    await change({ status: "disabled" });
    await change({ status: "enabled" });
    await end(500);
    expect(await outcomes()).toEqual([["pending", 500]]);
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

  test("the secret is rotated: the next attempt is signed with both", async () => {
    await underWay(createContact);
    const { secret } = (await call(`${path()}/rotate_secret`, {})).body.data;
    await end(500);
    const { headers, body } = (await underWay(() => makeDue(server))) ?? expect.unreachable();
    for (const one of [hook().secret, secret]) verifyWebhook(headers, body, one);
  });

  test("it is requested again: there is one attempt", async () => {
    await underWay(createContact);
    expect((await redeliver()).body.data).toMatchObject({ status: "pending", attempts: [] });
    await end(200);
    expect(await outcomes()).toEqual([["succeeded", 200]]);
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
    expect((await deliveries()).map((it) => it.event_type)).toEqual(["contact.deleted"]);
    expect(await outcomes()).toEqual([["succeeded", 200]]);
  });
});

describe("a redelivery", () => {
  test("that fails leaves a success one, also when the webhook is disabled meanwhile", async () => {
    await underWay(createContact);
    await end(200);
    hold();
    await underWay(async () => expect((await redeliver()).body.data.status).toBe("pending"));
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
