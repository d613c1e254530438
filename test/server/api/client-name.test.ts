import { sql } from "kysely";
import { expect, test } from "vitest";
import { addContact } from "../../../server/api/contacts.ts";
import { newId } from "../../../server/store/ids.ts";
import { inTransaction } from "../../../server/store/transaction.ts";
import { startDelivery, startReceiver } from "../../support/delivery.ts";
import { startServer } from "../../support/server.ts";
import { credentialsOf } from "../../support/world.ts";

const server = await startServer({ localWebhooks: true });
await startDelivery(server);

/** Calls as a program of a new workspace, which may name itself, and reads its feed. */
async function programOf(workspace: string) {
  const key = await server.key(["*"], workspace);
  const send = <Path extends string>(
    path: Path,
    json: object,
    headers: Record<string, string> = {},
  ) => server.call(path, { key, json, headers });
  const change = (
    method: string,
    path: string,
    json: object | undefined,
    headers: Record<string, string>,
  ) => server.call(path, { key, method, json, headers });
  const feed = async () =>
    (await server.call("/v1/events?limit=100", { key })).body.data;
  const names = async () =>
    (await feed()).map(({ request }) => request?.client_name);
  return { key, send, change, feed, names };
}

test("an event names the program whose request caused it", async () => {
  const { send, change, feed } = await programOf("every-write");
  const named = { "Client-Name": "crm-sync" };
  const email = "eva@example.com";

  const { id } = (await send("/v1/contacts", { name: "Eva", email }, named))
    .body.data;
  await change("PATCH", `/v1/contacts/${id}`, { phone: "+51 1" }, named);
  const contacts = [
    { email, phone: "+51 2" },
    { email: "ana@example.com", name: "Ana" },
  ];
  await send("/v1/contacts/batch", { contacts }, named);
  const first = { contact_id: id, body: "Hola" };
  const conversation = (await send("/v1/conversations", first, named)).body
    .data;
  const path = `/v1/conversations/${conversation.id}` as const;
  await send(`${path}/messages`, { body: "¿Sigue ahí?" }, named);
  await change("PATCH", path, { status: "closed" }, named);
  const text = { subject: "Factura", description: "No llega" };
  const ticket = (await send("/v1/tickets", { contact_id: id, ...text }, named))
    .body.data;
  await change("PATCH", `/v1/tickets/${ticket.id}`, { status: "open" }, named);
  await change(
    "PATCH",
    `/v1/tickets/${ticket.id}`,
    { status: "solved" },
    named,
  );
  const before = await feed();
  await change("DELETE", `/v1/contacts/${id}`, undefined, named);

  const events = [...before, ...(await feed()).slice(-1)];
  expect(
    events.map(({ type, request }) => [type, request?.client_name]),
  ).toEqual(
    [
      "contact.created",
      "contact.updated",
      "contact.updated",
      "contact.created",
      "conversation.created",
      "message.created",
      "message.created",
      "conversation.updated",
      "ticket.created",
      "ticket.updated",
      "contact.deleted",
    ].map((type) => [type, "crm-sync"]),
  );
});

test("a webhook receives the name, as the feed and a read of the event show it", async () => {
  const { key, send, feed } = await programOf("webhook");
  const receiver = await startReceiver();
  const url = `${receiver.address}/hook`;
  const named = { "Client-Name": "crm-sync" };
  const hook = (await send("/v1/webhooks", { url, events: ["*"] })).body.data;
  await send("/v1/contacts", { name: "Eva", email: "eva@example.com" }, named);
  await send(`/v1/webhooks/${hook.id}/test`, {}, { "Client-Name": "console" });

  const bodies = (await receiver.arrived(2)).map(({ body }) =>
    JSON.parse(body),
  );
  const [event] = await feed();
  expect(event?.request).toMatchObject({ client_name: "crm-sync" });
  expect(bodies).toContainEqual(event);
  expect(
    (await server.call(`/v1/events/${event?.id ?? ""}`, { key })).body.data,
  ).toEqual(event);
  const request = expect.objectContaining({ client_name: "console" });
  const tested = expect.objectContaining({ type: "webhook.test", request });
  expect(bodies).toContainEqual(tested);
});

test("the name stays when the key is another one, and distinguishes programs of one key", async () => {
  const { send, feed } = await programOf("keys");
  const create = (email: string, name: string) => ({
    json: { name: "Eva", email },
    headers: { "Client-Name": name },
  });
  const shared = create("a@example.com", "crm-sync");
  await send("/v1/contacts", shared.json, shared.headers);
  const other = create("b@example.com", "shop");
  await send("/v1/contacts", other.json, other.headers);
  const key = await server.key(["*"], "keys");
  await server.call("/v1/contacts", {
    key,
    ...create("c@example.com", "crm-sync"),
  });

  const requests = (await feed()).map(({ request }) => request);
  expect(requests.map((request) => request?.client_name)).toEqual([
    "crm-sync",
    "shop",
    "crm-sync",
  ]);
  const [one, two, three] = requests.map((request) => request?.api_key_id);
  expect(one).toBe(two);
  expect(three).not.toBe(one);
});

test("without a name, by a visitor and by the team an event has none", async () => {
  const { send, names } = await programOf("nameless");
  await send("/v1/contacts", { name: "Eva", email: "eva@example.com" });
  const { session } = credentialsOf(server, "nameless");
  const visitor = await session();
  await server.call("/v1/messenger/conversations", {
    key: visitor,
    json: { body: "Hola" },
    headers: { "Client-Name": "crm-sync" },
  });
  expect(new Set(await names())).toEqual(new Set([null]));

  const workspaceId = await server.workspaceId("nameless");
  await inTransaction(server.store, workspaceId, (tx) =>
    addContact(tx, { name: "Ana", email: "ana@example.com" }),
  );
  expect((await names()).at(-1)).toBeUndefined(); // no request caused it
});

test("an event that a server without the column has written has no name", async () => {
  const { send, feed } = await programOf("older");
  const contact = { name: "Eva", email: "eva@example.com" };
  const { data } = (await send("/v1/contacts", contact)).body;
  const request = {
    id: "req_01jq7x2v4gfq2s2zjv8kqx4w5n",
    idempotency_key: null,
    api_key_id: null,
  };
  await sql`
    insert into events (workspace_id, id, type, data, created_at, request, previous)
    select workspace_id, ${newId("evt")}, 'contact.updated', ${JSON.stringify(data)}::json, created_at, ${JSON.stringify(request)}::json, '{}'
    from events where workspace_id = ${await server.workspaceId("older")}`.execute(
    server.store.database,
  );
  expect((await feed()).at(-1)?.request).toEqual({
    ...request,
    client_name: null,
  });
});

test("a repeated request gets the first response under any name, and causes no second event", async () => {
  const { send, names } = await programOf("repeated");
  const contact = { name: "Eva", email: "eva@example.com" };
  const sendAs = (name: string) =>
    send("/v1/contacts", contact, {
      "Idempotency-Key": "once",
      "Client-Name": name,
    });
  const first = await sendAs("crm-sync");
  const second = await sendAs("crm-sync-2");
  expect(second.body).toEqual(first.body);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(await names()).toEqual(["crm-sync"]);
});

test.each([
  { fault: "a space", name: "crm sync" },
  { fault: "two names", name: "crm-sync, shop" },
  { fault: "no letter or digit first", name: "-crm" },
  { fault: "65 characters", name: "c".repeat(65) },
  { fault: "no ASCII", name: "caf\u00e9" },
])(
  "a name with $fault is refused, and nothing is written",
  async ({ name }) => {
    const { send, feed } = await programOf("refused");
    const contact = { name: "Eva", email: "eva@example.com" };
    const { status, body } = await send("/v1/contacts", contact, {
      "Client-Name": name,
    });
    expect(status).toBe(422);
    expect(body.error.details[0]?.path).toEqual(["Client-Name"]);
    expect(await feed()).toEqual([]);
  },
);

test("a name of 64 characters of every kind is taken as it is", async () => {
  const { send, names } = await programOf("longest");
  const name = "com.example:Crm_Sync/2-a.".padEnd(64, "0");
  const contact = { name: "Eva", email: "eva@example.com" };
  await send("/v1/contacts", contact, { "Client-Name": name });
  expect(await names()).toEqual([name]);
});
