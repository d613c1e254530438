import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { delivery, limits } from "../../../generated/constants.ts";
import { verifyWebhookSync as verifyWebhook } from "../../../client/webhooks/node.ts";
import {
  makeDue,
  settled,
  startReceiver,
  startWebhook,
} from "../../support/delivery.ts";
import { runCommand } from "../../support/world.ts";

const hour = 60 * 60 * 1000;
let now = Date.now();
beforeEach(() => {
  now = Date.now();
});
const webhook = await startWebhook({ clock: () => new Date(now) });
const {
  server,
  call,
  receiver,
  hook,
  path,
  deliveries,
  newest,
  createContact,
  create,
  respondWith,
} = webhook;
const {
  next,
  lines,
  logged,
  change,
  redeliver,
  deliver,
  outcomes,
  hold,
  underWay,
  end,
} = webhook;

describe("a delivery", () => {
  test("is the event of the feed, signed, and on record", async () => {
    const arriving = next();
    const id = await createContact();
    const { headers, body, path: at } = await arriving;
    expect(at).toBe("/hook");
    expect(headers["content-type"]).toBe("application/json");
    expect(headers["user-agent"]).toBe("contacts-api");
    const event = verifyWebhook(headers, body, hook().secret);
    const feed = (await call("/v1/events?limit=100")).body.data.at(-1);
    expect(event).toEqual(feed);
    expect(body).toBe(JSON.stringify(feed));
    expect(event).toMatchObject({ type: "contact.created", data: { id } });
    expect(headers["webhook-id"]).toBe(event.id);
    await settled(server);
    expect(await deliveries()).toMatchObject([
      {
        webhook_id: hook().id,
        event_id: event.id,
        event_type: "contact.created",
        status: "succeeded",
        next_attempt_at: null,
        attempts: [
          {
            number: 1,
            response_status: 204,
            error: null,
            response_excerpt: "",
          },
        ],
      },
    ]);
  });

  test("comes for the types that the webhook asks for, and for nothing else", async () => {
    await create(["ticket.created"]);
    const ticket = {
      contact_id: await createContact(),
      subject: "Factura",
      description: "Está mal.",
    };
    await call("/v1/tickets", ticket);
    await settled(server);
    expect((await deliveries()).map((it) => it.event_type)).toEqual([
      "ticket.created",
    ]);
  });

  test.each([
    { types: ["contact.created", "ticket.created"] },
    { types: ["ticket.created", "contact.created"] },
    { types: ["message.created", "contact.created", "ticket.created"] },
    { types: ["ticket.updated", "*"] },
  ])("comes for each of the types $types", async ({ types }) => {
    await create(types);
    const ticket = {
      contact_id: await createContact(),
      subject: "Factura",
      description: "Está mal.",
    };
    await call("/v1/tickets", ticket);
    await settled(server);
    const told = (await deliveries()).map(({ event_type }) => event_type);
    expect(told.sort()).toEqual(["contact.created", "ticket.created"]);
  });

  test("takes nothing of the key's rate limit", async () => {
    const send = await server.as(); // whose window ends a minute after its first request
    const remaining = async () =>
      Number((await send("/v1/webhooks")).headers.get("x-ratelimit-remaining"));
    const before = await remaining();
    await send("/v1/contacts", { name: "Ana", email: "ana@example.org" });
    await receiver.arrived(1);
    expect(await remaining()).toBe(before - 2);
  });

  test("ends when it has read what it keeps of a response that goes on without an end", async () => {
    receiver.respond = (_, response) =>
      response.writeHead(200).write("x".repeat(2 * limits.responseExcerpt));
    await deliver();
    const { status, attempts } = await newest();
    expect(status).toBe("succeeded");
    expect(attempts[0]?.duration_ms).toBeLessThan(delivery.timeout);
  });

  test("keeps the beginning of the response", async () => {
    respondWith(200, {}, `ñ\0${"x".repeat(5000)}`);
    await deliver();
    const { attempts } = await newest();
    expect(attempts[0]?.response_excerpt).toBe(
      `ñ\uFFFD${"x".repeat(limits.responseExcerpt - 2)}`,
    );
  });

  test("keeps as many emojis of a response as of other characters", async () => {
    respondWith(200, {}, "😀".repeat(5000));
    await deliver();
    const { attempts } = await newest();
    expect(attempts[0]?.response_excerpt).toBe(
      "😀".repeat(limits.responseExcerpt),
    );
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

test("a rotated secret signs beside the new one for 24 hours", async () => {
  const { data } = (await call(`${path()}/rotate_secret`, {})).body;
  expect(Date.parse(data.previous_secret_expires_at) - now).toBe(
    limits.secretOverlapHours * hour,
  );
  const both = next();
  await createContact();
  const { headers, body } = await both;
  expect(headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  for (const secret of [hook().secret, data.secret])
    expect(verifyWebhook(headers, body, secret).id).toBe(headers["webhook-id"]);
  now += limits.secretOverlapHours * hour;
  const one = next();
  await createContact();
  const last = await one;
  const signed = `${last.headers["webhook-id"]?.toString()}.${last.headers["webhook-timestamp"]?.toString()}.${last.body}`;
  const secret = Buffer.from(data.secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", secret)
    .update(signed)
    .digest("base64");
  expect(last.headers["webhook-signature"]).toBe(`v1,${signature}`);
});

test("another rotation drops the older secret", async () => {
  const rotate = async () =>
    (await call(`${path()}/rotate_secret`, {})).body.data.secret;
  const secrets = [await rotate(), await rotate()];
  const arriving = next();
  await createContact();
  const { headers, body } = await arriving;
  for (const secret of secrets) verifyWebhook(headers, body, secret);
  expect(() => verifyWebhook(headers, body, hook().secret)).toThrow();
});

test("an event that breaks the contract is not sent", async () => {
  await deliver();
  const { id } = await newest();
  await sql`update events set data = '{}'`.execute(server.store.database);
  await redeliver();
  await settled(server);
  const [delivered] = await deliveries();
  expect(delivered).toMatchObject({
    id,
    attempts: [{}, { response_status: null, error: "invalid_event" }],
  });
  expect(receiver.received).toHaveLength(1);
});

test("an event of a later version is left to a server of that version", async () => {
  await deliver();
  await sql`update events set data = (data::jsonb || '{"nickname": "Bea"}')::json`.execute(
    server.store.database,
  );
  await redeliver();
  await expect
    .poll(() => lines.at(-1)?.msg)
    .toMatch(/could not be made and will be repeated/);
  expect(lines.at(-1)).toMatchObject({ delivery: (await newest()).id });
  expect(await outcomes()).toEqual([["pending", 204]]);
});

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
