import { expect, test } from "vitest";
import {
  batchesOf,
  createClient,
  type BatchContact,
  type CreateContactRequest,
} from "../../client/index.ts";
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

test("createOrGet gives the new contact or the one that has the email, which updateOrCreate changes", async () => {
  const { contacts } = await clientFor("create or get");
  const { contact, created } = await contacts.createOrGet(full);
  expect([contact.email, created]).toEqual([full.email, true]);
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

test.each(["createOrGet", "updateOrCreate"] as const)(
  "%s creates anew who is erased meanwhile, or finds who was",
  async (method) => {
    const api = await clientFor(method);
    const { id } = await api.contacts.create(full);
    const erase = ({ status }: Response) =>
      status === 409 ? api.contacts.delete(id) : undefined;
    const { contacts } = api.withOptions({ hooks: { response: erase } });
    const { contact, created } = await contacts[method](full, {
      idempotencyKey: "mine",
    });
    expect([created, contact.id === id, contact.email]).toEqual([
      true,
      false,
      full.email,
    ]);

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

test("both find the contact of an external_id, whose email may have changed", async () => {
  const { contacts } = await clientFor("external ids");
  const [external_id, email] = ["CRM-1", "new@example.com"];
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

test("a change with If-Match whose response is lost is repeated, and refused when another came between", async () => {
  const apiKey = await server.key(["*"], "if match");
  const owner = createClient({ apiKey, baseUrl: server.address });
  let between = async () => {};
  let lost = 0;
  const { contacts } = owner.withOptions({
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      if (!init.headers["if-match"] || lost++ % 2 === 1) return response;
      await between();
      throw new Error("The line broke.");
    },
  });
  const { id } = await contacts.create(full);
  const options = async () => {
    const { response } = await contacts.get(id).withResponse();
    return { headers: { "If-Match": response.headers.get("ETag") ?? "" } };
  };
  const changed = await contacts.update(
    id,
    { add_tags: ["vip"], remove_tags: full.tags },
    await options(),
  );
  expect([changed.tags, lost]).toEqual([["vip"], 2]);

  between = async () =>
    void (await owner.contacts.update(id, { name: "Otra" }));
  const refused = await contacts
    .update(id, { name: "Mía" }, await options())
    .result();
  const present = await contacts.get(id).withResponse();
  expect([refused.status, present.data.name]).toEqual([412, "Otra"]);
  expect(refused.error?.headers?.get("ETag")).toBe(
    present.response.headers.get("ETag"),
  );
  between = async () => {};
  expect((await contacts.delete(id, await options())).deleted).toBe(true);
});

test("batches of any number of contacts are cut so that none is refused, by their number and by their bytes", async () => {
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
  expect(sizes).toEqual([8, 8, 100, 100, 14]);
});
