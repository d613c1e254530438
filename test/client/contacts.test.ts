import { expect, test } from "vitest";
import { createClient, type CreateContactRequest } from "../../client/index.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();

/** A client with full access to a workspace of its own. */
const clientFor = async (workspace: string) =>
  createClient({ apiKey: await server.key(["*"], workspace), baseUrl: server.address });

const full: CreateContactRequest = {
  name: "Bárbara Núñez",
  email: "barbara.nunez@example.com",
  phone: "+54 11 5555-0134",
  company: "Librería del Sur",
  country: "Perú",
  tags: ["mayorista", "pago anual"],
  custom_fields: { plan: "oro", clientes: 42 },
};

test("createOrGet gives the new contact, and later the one that has the email", async () => {
  const { contacts } = await clientFor("create or get");
  const { contact, created } = await contacts.createOrGet(full);
  expect([contact.email, created]).toEqual([full.email, true]);
  const again = await contacts.createOrGet({ name: "Other", email: full.email.toUpperCase() });
  expect(again).toMatchObject({ contact, created: false });
  await expect(contacts.createOrGet({ name: "x", email: "no" })).rejects.toMatchObject({ status: 422 });
});

test("updateOrCreate gives the new contact, and later changes the one that has the email", async () => {
  const { contacts } = await clientFor("update or create");
  const { contact, created } = await contacts.updateOrCreate(full);
  expect([contact.email, created]).toEqual([full.email, true]);
  const change = { name: "Other", email: full.email.toUpperCase(), custom_fields: { plan: "anual" } };
  const again = await contacts.updateOrCreate(change, { idempotencyKey: "again" });
  expect(again).toMatchObject({
    contact: { ...change, id: contact.id, company: full.company },
    created: false,
  });
  expect(await contacts.get(contact.id)).toMatchObject({ name: "Other", phone: full.phone });
});
