import { expect, test } from "vitest";
import { createClient, type CreateContactRequest } from "../../client/index.ts";
import { startServer } from "../support/server.ts";

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
