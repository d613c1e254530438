import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { delivery, limits } from "../../../generated/constants.ts";
import { verifyWebhookSync as verifyWebhook } from "../../../client/webhooks/node.ts";
import { settled, startWebhook } from "../../support/delivery.ts";

const {
  server,
  call,
  receiver,
  hook,
  deliveries,
  newest,
  createContact,
  create,
  respondWith,
  next,
  lines,
  redeliver,
  deliver,
  outcomes,
} = await startWebhook();

/** Creates a contact with a ticket. */
const createTicket = async () =>
  call("/v1/tickets", {
    contact_id: await createContact(),
    subject: "Factura",
    description: "Está mal.",
  });

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
    await createTicket();
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
    await createTicket();
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
