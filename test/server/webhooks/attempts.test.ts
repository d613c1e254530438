import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { delivery, limits } from "../../../generated/constants.ts";
import { verifyWebhookSync as verifyWebhook } from "../../../client/webhooks/node.ts";
import { prepare } from "../../../server/operator/run.ts";
import { makeDue, settled, startDelivery, startReceiver, type Received } from "../../support/delivery.ts";
import { startServer } from "../../support/server.ts";

const hour = 60 * 60 * 1000;
let now = Date.now();
const server = await startServer({ clock: () => new Date(now), localWebhooks: true });
const call = await server.as();
const receiver = await startReceiver();

/** The webhook of the test at hand; those of earlier tests are gone. */
let hook: { id: string; secret: string };
const path = () => `/v1/webhooks/${hook.id}` as const;
/** Makes another one, for these types of events, the webhook of the test. */
const create = async (events: string[]) => {
  hook = (await call("/v1/webhooks", { url: `${receiver.address}/hook`, events })).body.data;
};
const lines: { webhook?: string; msg: string }[] = [];
/** What the worker has logged of the webhook. */
const logged = () => lines.filter(({ webhook }) => webhook === hook.id).map(({ msg }) => msg);
beforeAll(() => startDelivery(server, (line) => lines.push(JSON.parse(line))));
beforeEach(async () => {
  now = Date.now();
  for (const { id } of (await call("/v1/webhooks")).body.data)
    await call(`/v1/webhooks/${id}`, undefined, "DELETE");
  await settled(server);
  receiver.received.length = 0;
  respondWith(204);
  await create(["*"]);
});

let count = 0;
const createContact = async () =>
  (await call("/v1/contacts", { name: "Ana", email: `ana${++count}@example.com` })).body.data.id;
const deliveries = async (query = "") => (await call(`${path()}/deliveries?limit=100${query}`)).body.data;
const redeliver = async () => call(`${path()}/deliveries/${(await newest()).id}/redeliver`, {});
const change = (json: object) => call(path(), json, "PATCH");
const newest = async () => {
  const [first] = await deliveries();
  if (!first) throw new Error("There is no delivery.");
  return first;
};
const respondWith = (status: number, headers: Record<string, string> = {}, body = "") => {
  receiver.respond = (_, response) => response.writeHead(status, headers).end(body);
};
const deliver = async () => {
  await createContact();
  await settled(server);
};
const next = async () => {
  const before = receiver.received.length;
  return (await receiver.arrived(before + 1))[before] as Received;
};

describe("a delivery", () => {
  test("is the event of the feed, signed, and on record", async () => {
    const arriving = next();
    const id = await createContact();
    const { headers, body, path: at } = await arriving;
    expect(at).toBe("/hook");
    expect(headers["content-type"]).toBe("application/json");
    const event = verifyWebhook(headers, body, hook.secret);
    const feed = (await call("/v1/events?limit=100")).body.data.at(-1);
    expect(event).toEqual(feed);
    expect(body).toBe(JSON.stringify(feed));
    expect(event).toMatchObject({ type: "contact.created", data: { id } });
    expect(headers["webhook-id"]).toBe(event.id);
    await settled(server);
    expect(await deliveries()).toMatchObject([
      {
        webhook_id: hook.id,
        event_id: event.id,
        event_type: "contact.created",
        status: "succeeded",
        next_attempt_at: null,
        attempts: [{ number: 1, response_status: 204, error: null, response_excerpt: "" }],
      },
    ]);
  });

  test("comes for the types that the webhook asks for, and for nothing else", async () => {
    await create(["ticket.created"]);
    const ticket = { contact_id: await createContact(), subject: "Factura", description: "Está mal." };
    await call("/v1/tickets", ticket);
    await settled(server);
    expect((await deliveries()).map((it) => it.event_type)).toEqual(["ticket.created"]);
  });

  test("takes nothing of the key's rate limit", async () => {
    const send = await server.as(); // whose window ends a minute after its first request
    const remaining = async () => Number((await send("/v1/webhooks")).headers.get("x-ratelimit-remaining"));
    const before = await remaining();
    await send("/v1/contacts", { name: "Ana", email: "ana@example.org" });
    await receiver.arrived(1);
    expect(await remaining()).toBe(before - 2);
  });

  test("keeps the beginning of the response", async () => {
    respondWith(200, {}, `ñ\0${"x".repeat(5000)}`);
    await deliver();
    const { attempts } = await newest();
    expect(attempts[0]?.response_excerpt).toBe(`ñ\uFFFD${"x".repeat(limits.responseExcerpt - 2)}`);
  });
});

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
      expect(Math.abs(delay - expected)).toBeLessThanOrEqual(expected * delivery.jitter);
    });
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(10);
  });

  test.each([
    [429, "3600", hour],
    [503, "1", delivery.retries[0]],
    [503, "9999999", delivery.longestDelay],
    [500, "3600", delivery.retries[0]],
    [429, "soon", delivery.retries[0]],
    [429, "3600.5", hour],
    [429, "3600 s", delivery.retries[0]],
    [503, new Date(Date.now() + 2 * hour).toUTCString(), 2 * hour],
  ])("wait after a %i with Retry-After %s", async (status, retryAfter, expected) => {
    respondWith(status, { "Retry-After": retryAfter });
    await deliver();
    const { next_attempt_at } = await newest();
    const waits = Date.parse(next_attempt_at ?? "") - now;
    expect(waits / expected).toBeGreaterThan(0.89);
    expect(waits / expected).toBeLessThan(1.11);
  });
});

describe("disabling", () => {
  test("410 disables at once and cancels what is pending", async () => {
    respondWith(500);
    await deliver();
    now += 1; // of two attempts at one moment none is the last
    respondWith(410);
    await deliver();
    expect((await call(path())).body.data).toMatchObject({ status: "disabled", disabled_reason: "gone" });
    const statuses = async () => (await deliveries()).map((it) => it.status);
    await expect.poll(statuses).toEqual(["canceled", "canceled"]);
    const disabled = "a webhook was disabled, as its receiver failed for long or is gone";
    await expect.poll(logged).toEqual(["a webhook begins to fail", disabled]);
    const webhook = {
      id: hook.id,
      url: `${receiver.address}/hook`,
      status: "disabled",
      disabled_reason: "gone",
    };
    const at = expect.stringMatching(/\.\d{3}Z$/);
    expect(await failing()).toMatchObject([
      { ...webhook, failed_attempts: 2, last_attempt: { at, response_status: 410, error: null } },
    ]);
    now += 1;
    respondWith(500);
    const [, earlier] = await deliveries();
    await call(`${path()}/deliveries/${earlier?.id ?? ""}/redeliver`, {});
    await settled(server);
    expect(await failing()).toMatchObject([{ failed_attempts: 3, last_attempt: { response_status: 500 } }]);
  });

  test("by hand is no failure for the operator", async () => {
    await change({ status: "disabled" });
    expect(await failing()).toEqual([]);
  });

  const failing = async () => {
    const { webhooks } = JSON.parse(await prepare(["operator", "webhooks", "--failing"])(server.store));
    return webhooks as unknown[];
  };
});

test("a long queue is canceled to its end", async () => {
  respondWith(500);
  await deliver();
  await sql`
    insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
    select workspace_id, id || n, webhook_id, event_id, status, retry, next_attempt_at, created_at
    from webhook_deliveries, generate_series(1, 2100) n where webhook_id = ${hook.id}`.execute(
    server.store.database,
  );
  await change({ status: "disabled" });
  expect(await deliveries("&status=pending")).toEqual([]);
  expect((await call(path(), undefined, "DELETE")).body.data.deleted).toBe(true);
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
  expect(await deliveries()).toMatchObject([{ status: "canceled", next_attempt_at: null }]);
  expect(receiver.received).toHaveLength(1);
});

describe("on request", () => {
  test("a test is sent once, even to a disabled webhook, and is not in the feed", async () => {
    const feed = (await call("/v1/events?limit=100")).body.data;
    await change({ status: "disabled" });
    respondWith(500);
    const arriving = next();
    const { data } = (await call(`${path()}/test`, {})).body;
    expect(data).toMatchObject({ event_type: "webhook.test", status: "pending", attempts: [] });
    const { headers, body } = await arriving;
    expect(verifyWebhook(headers, body, hook.secret)).toMatchObject({
      type: "webhook.test",
      data: { id: hook.id },
    });
    await settled(server);
    expect(await deliveries()).toMatchObject([{ id: data.id, status: "failed", next_attempt_at: null }]);
    expect((await call("/v1/events?limit=100")).body.data).toEqual(feed);
    expect((await call(`/v1/events/${data.event_id}`)).body.error.code).toBe("not_found");
  });

  test("a delivery is sent again: the same webhook-id, the present url, one attempt more", async () => {
    await deliver();
    const { id, event_id } = await newest();
    await change({ url: `${receiver.address}/moved`, status: "disabled" });
    respondWith(500);
    const arriving = next();
    const { data } = (await redeliver()).body;
    expect(data).toMatchObject({ id, status: "pending" });
    expect(await arriving).toMatchObject({ path: "/moved", headers: { "webhook-id": event_id } });
    await settled(server);
    expect(await deliveries()).toMatchObject([
      { id, status: "succeeded", attempts: [{ number: 1 }, { number: 2, response_status: 500 }] },
    ]);
    for (let number = 3; number <= limits.attempts + 2; number++) {
      await redeliver();
      await settled(server);
    }
    const numbers = (await newest()).attempts.map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: limits.attempts }, (_, n) => n + 3));
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

test("a rotated secret signs beside the new one for 24 hours", async () => {
  const { data } = (await call(`${path()}/rotate_secret`, {})).body;
  expect(Date.parse(data.previous_secret_expires_at) - now).toBe(limits.secretOverlapHours * hour);
  const both = next();
  await createContact();
  const { headers, body } = await both;
  expect(headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  for (const secret of [hook.secret, data.secret])
    expect(verifyWebhook(headers, body, secret).id).toBe(headers["webhook-id"]);
  now += limits.secretOverlapHours * hour;
  const one = next();
  await createContact();
  const last = await one;
  const signed = `${last.headers["webhook-id"]?.toString()}.${last.headers["webhook-timestamp"]?.toString()}.${last.body}`;
  const secret = Buffer.from(data.secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", secret).update(signed).digest("base64");
  expect(last.headers["webhook-signature"]).toBe(`v1,${signature}`);
});

test("another rotation drops the older secret", async () => {
  const rotate = async () => (await call(`${path()}/rotate_secret`, {})).body.data.secret;
  const secrets = [await rotate(), await rotate()];
  const arriving = next();
  await createContact();
  const { headers, body } = await arriving;
  for (const secret of secrets) verifyWebhook(headers, body, secret);
  expect(() => verifyWebhook(headers, body, hook.secret)).toThrow();
});

test("an event that breaks the contract is not sent", async () => {
  await deliver();
  const { id } = await newest();
  await sql`update events set data = '{}'`.execute(server.store.database);
  await redeliver();
  await settled(server);
  const [delivered] = await deliveries();
  expect(delivered).toMatchObject({ id, attempts: [{}, { response_status: null, error: "invalid_event" }] });
  expect(receiver.received).toHaveLength(1);
});

test("an event of a later version is left to a server of that version", async () => {
  await deliver();
  await sql`update events set data = (data::jsonb || '{"nickname": "Bea"}')::json`.execute(
    server.store.database,
  );
  await redeliver();
  await expect.poll(() => lines.at(-1)?.msg).toMatch(/could not be made and will be repeated/);
  expect(await outcomes()).toEqual([["pending", 204]]);
});

const outcomes = async () =>
  (await deliveries()).map(({ status, attempts }) => [status, ...attempts.map((it) => it.response_status)]);

/** The responses that the receiver owes. */
let unanswered: ServerResponse[];
/** Lets the receiver wait with its responses from now on. */
const hold = () => {
  unanswered = [];
  receiver.respond = (_, response) => void unanswered.push(response);
};
/** Has an attempt begin. */
const underWay = async (work: () => Promise<unknown>) => {
  const arriving = next();
  await work();
  await arriving;
};
/** Ends what is under way with a status, and all later attempts at once with 204. */
const end = async (status: number) => {
  respondWith(204);
  for (const response of unanswered) response.writeHead(status).end();
  await settled(server);
};

describe("while an attempt is under way,", () => {
  beforeEach(hold);

  const disable = () => change({ status: "disabled" });
  const enable = () => change({ status: "enabled" });

  test.each<[what: string, ends: number, status: string, ...meanwhile: (() => Promise<unknown>)[]]>([
    ["its webhook is disabled: it ends with a success, which stays", 200, "succeeded", disable],
    ["its webhook is disabled: it ends with a failure, which is the last", 500, "canceled", disable],
    ["its webhook is disabled and enabled: a failure is not the last", 500, "pending", disable, enable],
    ["it is requested again: there is one attempt", 200, "succeeded", redeliver],
  ])("%s", async (_, ends, status, ...meanwhile) => {
    await underWay(createContact);
    for (const work of meanwhile) await work();
    await end(ends);
    expect(await outcomes()).toEqual([[status, ends]]);
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
    expect((await deliveries()).map((it) => it.event_type)).toEqual(["contact.deleted"]);
    expect(await outcomes()).toEqual([["succeeded", 200]]);
  });
});

describe("a redelivery", () => {
  beforeEach(hold);

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
