import { describe, expect, test } from "vitest";
import {
  batchesOf,
  createClient,
  type BatchContact,
  type ChangeOptions,
  type CreateContactRequest,
} from "../../client/index.ts";
import { batchLimits } from "../../generated/calls.ts";
import { startServer } from "../support/server.ts";

/** The most contacts, and the most bytes, of one request of `batchContacts`. */
const maxContacts = batchLimits.batchContacts.contacts;
const maxBytes = batchLimits.bytes;

const server = await startServer();

/** A client with full access to a workspace of its own. */
const clientFor = async (workspace: string) =>
  createClient({
    apiKey: await server.key(["*"], workspace),
    baseUrl: server.address,
  });

const full: CreateContactRequest = {
  name: "Bárbara Núñez",
  email: "barbara.nunez@example.com",
  phone: "+54 11 5555-0134",
  company: "Librería del Sur",
  country: "Perú",
  tags: ["mayorista", "pago anual"],
  custom_fields: { plan: "oro", clientes: 42 },
};

test("createOrGet and updateOrCreate return the response that had the contact", async () => {
  const { contacts } = await clientFor("with response");
  const first = await contacts.createOrGet(full).withResponse();
  expect(first.data.created).toBe(true);
  expect(first.response.status).toBe(201);
  expect(first.requestId).toBe(first.response.headers.get("X-Request-Id"));

  for (const method of ["createOrGet", "updateOrCreate"] as const) {
    const call = contacts[method](full);
    const { data, response, requestId } = await call.withResponse();
    expect(await call).toBe(data);
    expect(data.contact.id).toBe(first.data.contact.id);
    expect(data.created).toBe(false);
    expect(response.status).toBe(200);
    expect(response.headers.get("ETag")).toMatch(/^"/);
    expect(requestId).toMatch(/^req_/);
  }
  const bad = contacts.createOrGet({ name: "x", email: "no" });
  await expect(bad.withResponse()).rejects.toMatchObject({ status: 422 });
});

test("createOrGet returns the new contact or the one that has the email; updateOrCreate changes it", async () => {
  const { contacts } = await clientFor("create or get");
  const { contact, created } = await contacts.createOrGet(full);
  expect(contact.email).toEqual(full.email);
  expect(created).toBe(true);
  const other = {
    name: "Other",
    email: full.email.toUpperCase(),
    custom_fields: { plan: "anual" },
  };
  expect(await contacts.createOrGet(other)).toMatchObject({
    contact,
    created: false,
  });
  const changed = await contacts.updateOrCreate(other, {
    idempotencyKey: "again",
  });
  expect(changed).toMatchObject({
    contact: { ...other, id: contact.id, company: full.company },
    created: false,
  });
  expect(await contacts.get(contact.id)).toMatchObject({
    name: "Other",
    phone: full.phone,
  });
  for (const method of ["createOrGet", "updateOrCreate"] as const)
    await expect(
      contacts[method]({ name: "x", email: "no" }),
    ).rejects.toMatchObject({ status: 422 });
});

test("createOrGet ends with an error after five contacts that are all erased meanwhile", async () => {
  const api = await clientFor("erased each time");
  let erased = 0;
  const eraseAndReplace = async ({ status }: Response) => {
    if (status === 409) {
      const id = holder;
      holder = "";
      await api.contacts.delete(id);
      erased++;
    } else if (status === 404) holder = (await api.contacts.create(full)).id;
  };
  let holder = (await api.contacts.create(full)).id;
  const { contacts } = api.withOptions({
    hooks: { response: eraseAndReplace },
  });
  await expect(contacts.createOrGet(full)).rejects.toMatchObject({
    code: "not_found",
  });
  expect(erased).toBe(5);
});

test.each(["createOrGet", "updateOrCreate"] as const)(
  "%s creates a contact again that is erased meanwhile, and finds the one that another caller created",
  async (method) => {
    const api = await clientFor(method);
    const { id } = await api.contacts.create(full);
    const erase = ({ status }: Response) =>
      status === 409 ? api.contacts.delete(id) : undefined;
    const { contacts } = api.withOptions({ hooks: { response: erase } });
    const { contact, created } = await contacts[method](full, {
      idempotencyKey: "mine",
    });
    expect(created).toBe(true);
    expect(contact.id).not.toBe(id);
    expect(contact.email).toEqual(full.email);

    let other = "";
    const replace = async ({ status }: Response) => {
      if (status !== 409 || other) return;
      await api.contacts.delete(contact.id);
      other = (await api.contacts.create(full)).id;
    };
    const { contacts: slower } = api.withOptions({
      hooks: { response: replace },
    });
    expect(await slower[method](full)).toMatchObject({
      created: false,
      contact: { id: other },
    });
  },
);

test("createOrGet and updateOrCreate find a contact by its external_id, though the email is another one", async () => {
  const { contacts } = await clientFor("external ids");
  const external_id = "CRM-1";
  const email = "new@example.com";
  const { contact } = await contacts.createOrGet({ ...full, external_id });
  const again = await contacts.createOrGet({ name: "x", email, external_id });
  expect(again).toMatchObject({
    contact: { id: contact.id, email: full.email },
    created: false,
  });
  const changed = await contacts.updateOrCreate({
    name: "x",
    email,
    external_id,
  });
  expect(changed).toMatchObject({
    contact: { id: contact.id, email },
    created: false,
  });
  expect((await contacts.list({ external_id })).data).toEqual([
    changed.contact,
  ]);
});

test.each(["createOrGet", "updateOrCreate"] as const)(
  "%s with the external_id of one contact and the email of another one is an error that names both, and changes neither",
  async (method) => {
    const { contacts } = await clientFor(`${method} of two`);
    const a = await contacts.create({
      name: "A",
      email: "a@example.com",
      external_id: "A-1",
    });
    const b = await contacts.create({ name: "B", email: "b@example.com" });
    const ofBoth = { name: "x", external_id: "A-1", email: b.email };
    const error = await contacts[method](ofBoth).catch((each) => each);
    expect(error).toMatchObject({
      status: 409,
      body: { error: { code: "conflict", contact_id: b.id } },
    });
    expect(error.message).toMatch(
      new RegExp(`email: .*${b.id}.*external_id: .*${a.id}`),
    );
    expect(await contacts.get(a.id)).toMatchObject(a);
    expect(await contacts.get(b.id)).toMatchObject(b);
  },
);

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
  const { id } = await contacts.create(full);
  const options = async () => ({ ifMatch: (await contacts.get(id)).version });
  const changed = await contacts.update(
    id,
    { add_tags: ["vip"], remove_tags: full.tags ?? [] },
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
  const contact = await api.contacts.create(full);
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
  const { contacts } = await clientFor("unconditional");
  // @ts-expect-error A creation changes nothing that was read.
  await expect(contacts.create(full, { ifMatch: "x" })).rejects.toThrow(
    /^ifMatch is not an option. The options are: /,
  );
});

test("any number of contacts is divided into batches that the server accepts, by their number and by their bytes", async () => {
  const { contacts } = await clientFor("batches");
  const large = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`campo ${i}`, "ñ".repeat(500)]),
  );
  function* people(): Generator<BatchContact> {
    for (let i = 0; i < 230; i++)
      yield {
        name: "Ana",
        email: `ana${i}@example.com`,
        custom_fields: i < 20 ? large : {},
      };
  }
  const sizes: number[] = [];
  for await (const batch of batchesOf(people())) {
    const { results } = await contacts.batch({ contacts: batch });
    expect(results.map(({ status }) => status)).toEqual(
      batch.map(() => "created"),
    );
    sizes.push(batch.length);
  }
  // The first 20 contacts are so large that 8 of them fill a request.
  expect(sizes).toEqual([8, 8, maxContacts, maxContacts, 14]);
});

describe("batches are as large as a request may be", () => {
  const bytesOf = (contacts: object) =>
    new TextEncoder().encode(JSON.stringify({ contacts })).length;
  /** Two contacts that make a body of so many bytes; ñ has two. */
  const twoOf = (bytes: number): BatchContact[] => {
    const one = { email: "one@example.com", company: "ñ".repeat(1000) };
    const other = { email: "two@example.com", company: "" };
    const rest = bytes - bytesOf([one, other]);
    return [one, { ...other, company: "x".repeat(rest) }];
  };
  const sizesOf = async (contacts: BatchContact[]) => {
    const sizes: number[] = [];
    for await (const batch of batchesOf(contacts)) {
      sizes.push(batch.length);
      expect(bytesOf(batch)).toBeLessThanOrEqual(maxBytes);
    }
    return sizes;
  };

  test.each([
    { more: -1, sizes: [2] },
    { more: 0, sizes: [2] },
    { more: 1, sizes: [1, 1] },
  ])("by bytes, with $more beyond the limit", async ({ more, sizes }) => {
    const contacts = twoOf(maxBytes + more);
    expect(bytesOf(contacts)).toBe(maxBytes + more);
    expect(await sizesOf(contacts)).toEqual(sizes);
  });

  test("a contact that is too large is a batch of its own, with no empty one before it", async () => {
    const small = { email: "one@example.com" };
    const large = { ...small, company: "x".repeat(maxBytes) };
    const sizes: number[] = [];
    for await (const batch of batchesOf([large, small]))
      sizes.push(batch.length);
    expect(sizes).toEqual([1, 1]);
  });

  test.each([
    { count: 0, sizes: [] },
    { count: 1, sizes: [1] },
    { count: maxContacts - 1, sizes: [maxContacts - 1] },
    { count: maxContacts, sizes: [maxContacts] },
    { count: maxContacts + 1, sizes: [maxContacts, 1] },
    { count: 2 * maxContacts, sizes: [maxContacts, maxContacts] },
  ])("by number, with $count contacts", async ({ count, sizes }) => {
    const contacts = Array.from({ length: count }, (_, n) => ({
      email: `many-${n}@example.com`,
    }));
    expect(await sizesOf(contacts)).toEqual(sizes);
  });
});
