import { expect, test } from "vitest";
import {
  createClient,
  type ChangeOptions,
  type CreateContactRequest,
} from "../../client/index.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();

const ana: CreateContactRequest = {
  name: "Ana",
  email: "ana@example.com",
  tags: ["mayorista", "pago anual"],
};

test("a change with If-Match is repeated when its response is lost, and is refused when another change came first", async () => {
  const apiKey = await server.key(["*"], "if match");
  const owner = createClient({ apiKey, baseUrl: server.address });
  let between = async () => {};
  let conditionalRequests = 0;
  const { contacts } = owner.withOptions({
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      if (!init.headers["if-match"]) return response;
      conditionalRequests++;
      const isRepeated = conditionalRequests % 2 === 0;
      if (isRepeated) return response;
      await between();
      throw new Error("The line broke.");
    },
  });
  const { id } = await contacts.create(ana);
  const options = async () => ({ ifMatch: (await contacts.get(id)).version });
  const changed = await contacts.update(
    id,
    { add_tags: ["vip"], remove_tags: ana.tags ?? [] },
    await options(),
  );
  expect(changed.tags).toEqual(["vip"]);
  expect(conditionalRequests).toBe(2);

  between = async () =>
    void (await owner.contacts.update(id, { name: "Otra" }));
  const refused = await contacts
    .update(id, { name: "Mía" }, await options())
    .result();
  const present = await contacts.get(id);
  expect(refused.status).toBe(412);
  expect(present.name).toBe("Otra");
  expect(refused.error?.body).toMatchObject({
    error: { current_version: present.version },
  });
  between = async () => {};
  expect((await contacts.delete(id, await options())).deleted).toBe(true);
});

test("every change of one object takes the version or the ETag that was read", async () => {
  const apiKey = await server.key(["*"], "ifMatch");
  const api = createClient({ apiKey, baseUrl: server.address });
  const contact = await api.contacts.create(ana);
  const of = { contact_id: contact.id };
  const conversation = await api.conversations.create({ ...of, body: "Hola" });
  const ticket = await api.tickets.create({
    ...of,
    subject: "Factura",
    description: "Está mal.",
  });
  const webhook = await api.webhooks.create({
    url: "https://crm.example.com/hooks",
    events: ["*"],
  });
  const changes: ((options: ChangeOptions) => Promise<unknown>)[] = [
    (options) => api.contacts.update(contact.id, { name: "Eva" }, options),
    (options) =>
      api.conversations.update(conversation.id, { status: "closed" }, options),
    (options) => api.tickets.update(ticket.id, { status: "solved" }, options),
    (options) =>
      api.webhooks.update(webhook.id, { description: "CRM" }, options),
  ];
  const versions = [contact, conversation, ticket, webhook].map(
    ({ version }) => version,
  );
  for (const [i, change] of changes.entries()) {
    await expect(change({ ifMatch: "another" })).rejects.toMatchObject({
      code: "precondition_failed",
      body: { error: { current_version: versions[i] } },
    });
    await change({ ifMatch: versions[i] });
  }
  const { id } = webhook;
  const rotated = await api.webhooks.rotateSecret(id, {
    ifMatch: (await api.webhooks.get(id)).version,
  });
  expect(
    await api.webhooks.rotateSecret(id, { ifMatch: "x" }).result(),
  ).toMatchObject({ status: 412 });
  await api.webhooks.delete(id, { ifMatch: rotated.version });
  const { data, response } = await api.contacts.get(contact.id).withResponse();
  const tag = response.headers.get("ETag") ?? "";
  await api.contacts.update(contact.id, { name: "Ana" }, { ifMatch: tag });
  expect(
    await api.contacts.delete(contact.id, { ifMatch: data.version }).result(),
  ).toMatchObject({ status: 412 });
  await api.contacts.delete(contact.id, { ifMatch: "*" });
});

test.each([
  undefined,
  null,
  1,
  "",
  'W/"weak"',
  'W/"weak", W/"weaker"',
  "two words",
  "señal",
])(
  "ifMatch: %j is refused before any request, as it would protect nothing",
  async (ifMatch) => {
    const api = createClient({
      apiKey: "contacts_live_x",
      baseUrl: server.address,
      fetch: () => expect.unreachable(),
    });
    const change = api.contacts.update(
      "ct_1",
      { name: "Eva" },
      { ifMatch: ifMatch as string },
    );
    await expect(change).rejects.toThrow(TypeError);
    await expect(change).rejects.toThrow(/^ifMatch /);
  },
);

test.each([
  { ifMatch: "7", sent: '"7"' },
  { ifMatch: '"7"', sent: '"7"' },
  { ifMatch: '"7", "8"', sent: '"7", "8"' },
  { ifMatch: 'W/"7", "8"', sent: 'W/"7", "8"' },
  { ifMatch: "*", sent: "*" },
])("ifMatch: $ifMatch is sent as $sent", async ({ ifMatch, sent }) => {
  const received: unknown[] = [];
  const api = createClient({
    apiKey: "contacts_live_x",
    baseUrl: server.address,
    fetch: async (_, { headers }) => {
      received.push(headers["if-match"]);
      return new Response('{"data":{}}');
    },
  });
  await api.contacts.update("ct_1", { name: "Eva" }, { ifMatch });
  expect(received).toEqual([sent]);
});

test("only what changes one object takes a version", async () => {
  const { contacts } = createClient({
    apiKey: await server.key(["*"], "unconditional"),
    baseUrl: server.address,
  });
  // @ts-expect-error A creation changes nothing that was read.
  await expect(contacts.create(ana, { ifMatch: "x" })).rejects.toThrow(
    /^ifMatch is not an option. The options are: /,
  );
});
