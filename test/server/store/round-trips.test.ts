import { connect, createServer, type AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createKey } from "../../../server/auth/keys.ts";
import { openPostgres } from "../../../server/store/postgres.ts";
import { credentialsOf } from "../../support/world.ts";
import { startServer } from "../../support/server.ts";
import { copyDatabase, onPostgres } from "../../support/store.ts";

/**
 * Stands before a PostgreSQL server. It counts how often somebody sends something after a response: the round trips. Those
 * that follow the changes of keys are not counted, as they come every 300 ms.
 */
async function startCounter(server: URL) {
  let trips = 0;
  const counter = createServer((client) => {
    const upstream = connect(Number(server.port), server.hostname);
    let isAsking = false;
    let followsKeys = false;
    client.on("data", (bytes) => {
      followsKeys ||= bytes.includes("listen contacts_api_key_changes");
      if (!isAsking && !followsKeys) trips++;
      isAsking = true;
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      isAsking = false;
      client.write(bytes);
    });
    client.on("close", () => upstream.destroy()).on("error", () => undefined);
    upstream.on("close", () => client.destroy()).on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => counter.once("listening", resolve));
  const url = new URL(server);
  url.hostname = "127.0.0.1";
  url.port = String((counter.address() as AddressInfo).port);
  return { url: url.href, trips: () => trips, close: () => counter.close() };
}

test.runIf(onPostgres)(
  "a write takes two or three round trips, with an Idempotency-Key as well",
  async () => {
    const { url, drop } = await copyDatabase();
    const counter = await startCounter(new URL(url));
    const store = await openPostgres(counter.url);
    const server = await startServer({ store });
    afterAll(async () => {
      await store.close();
      counter.close();
      await drop();
    });
    const { key } = await createKey(store, { workspace: "test", scopes: ["*"] });
    let count = 0;
    const send = async (path: string, json: object, options: { method?: string; key?: string } = {}) => {
      const headers = options.method === undefined ? { "Idempotency-Key": `key-${++count}` } : {};
      const { status } = await server.call(path, { key, json, headers, ...options });
      expect([200, 201, 202]).toContain(status);
    };
    const create = async <Path extends string>(path: Path, json: object) =>
      (await server.call(path, { key, json })).body;
    /** The fewest of three requests: the first ones also read the key, and open connections. */
    const tripsOf = async (
      path: string,
      json: () => object,
      { prepare, ...options }: { method?: string; key?: string; prepare?: () => Promise<unknown> } = {},
    ) => {
      const each: number[] = [];
      for (let n = 0; n < 3; n++) {
        await prepare?.();
        const before = counter.trips();
        await send(path, json(), options);
        each.push(counter.trips() - before);
      }
      return Math.min(...each);
    };
    const person = () => ({ name: "Ana", email: `ana${++count}@example.com` });
    const { id: contact_id, email } = (await create("/v1/contacts", person())).data;
    const first = { contact_id, subject: "Factura", body: "Hola", author_type: "contact" };
    const { data: conversation } = await create("/v1/conversations", first);
    const newTicket = {
      contact_id,
      conversation_id: conversation.id,
      subject: "Factura",
      description: "Está mal.",
    };
    const { data: ticket } = await create("/v1/tickets", newTicket);
    const change = { method: "PATCH" };
    const messages = `/v1/conversations/${conversation.id}/messages`;
    let isOpen = true;
    const otherStatus = () => ({ status: (isOpen = !isOpen) ? "open" : "closed" });
    const known = () => ({ contacts: [{ name: `Ana ${++count}`, email }] });
    const fresh = () => ({ contacts: [person(), person()] });
    const close = () => send(`/v1/conversations/${conversation.id}`, { status: "closed" }, change);
    const ofContact = () => ({ body: "Hola", author_type: "contact" });
    const withoutKey = { method: "POST" };
    const newWebhook = { url: "https://crm.example.com/", events: ["*"] };
    const { id: webhook } = (await create("/v1/webhooks", newWebhook)).data;
    const hook = `/v1/webhooks/${webhook}` as const;
    const { id: delivery } = (await create(`${hook}/test`, {})).data;
    const enable = () => send(hook, { status: "enabled" }, change);
    const visitor = {
      key: await credentialsOf({ store, cipher: server.cipher }, "test").session(contact_id),
    };

    const rotate = `${hook}/rotate_secret`;
    const again = `${hook}/deliveries/${delivery}/redeliver`;
    const started = "/v1/messenger/conversations";
    const written = messages.replace("/v1", "/v1/messenger");
    const ofTeam = () => ({ body: "Hola", author_type: "team" });
    const calls: [name: string, trips: number, ...call: Parameters<typeof tripsOf>][] = [
      ["createContact", 2, "/v1/contacts", person],
      ["createContact without a key", 2, "/v1/contacts", person, withoutKey],
      ["updateContact", 2, `/v1/contacts/${contact_id}`, () => ({ name: `Ana ${++count}` }), change],
      ["batch of known ones", 2, "/v1/contacts/batch", known],
      ["batch of new ones", 2, "/v1/contacts/batch", fresh],
      ["createConversation", 2, "/v1/conversations", () => first],
      ["message of the contact", 2, messages, ofContact],
      // Which conversation it is has to be read, and then its messages are counted.
      ["message that reopens", 3, messages, ofContact, { prepare: close }],
      ["message of the team", 2, messages, ofTeam],
      ["updateConversation", 2, `/v1/conversations/${conversation.id}`, otherStatus, change],
      ["createTicket", 2, "/v1/tickets", () => newTicket],
      ["updateTicket", 2, `/v1/tickets/${ticket.id}`, () => ({ subject: `${++count}` }), change],
      ["createWebhook", 2, "/v1/webhooks", () => newWebhook],
      ["updateWebhook", 2, hook, () => ({ description: `${++count}` }), change],
      // Its deliveries are canceled.
      ["disabled webhook", 3, hook, () => ({ status: "disabled" }), { ...change, prepare: enable }],
      ["rotateWebhookSecret", 2, rotate, () => ({})],
      ["testWebhook", 2, `${hook}/test`, () => ({})],
      // It is shown as the change left it.
      ["redeliverDelivery", 3, again, () => ({})],
      // One of them finds the session.
      ["createMessengerConversation", 3, started, () => ({ body: "Hola" }), visitor],
      ["createMessengerMessage", 3, written, () => ({ body: "Hola" }), visitor],
    ];
    for (const [name, trips, ...call] of calls) expect(await tripsOf(...call), name).toBe(trips);
    store.quotas = { contacts: 1000, bytes: 1024 ** 2 };
    // Near a quota, the counts are read again.
    for (const options of [{}, withoutKey]) expect(await tripsOf("/v1/contacts", person, options)).toBe(3);
  },
);
