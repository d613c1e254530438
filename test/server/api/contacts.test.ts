import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Contact } from "../../../generated/types.ts";
import type { TestResponse } from "../../support/call.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer();
const key = await server.key(["contacts:read", "contacts:write"]);
const create = (json: unknown) => server.call("/v1/contacts", { key, json });
const update = (id: string, json: object) =>
  server.call(`/v1/contacts/${id}`, { key, method: "PATCH", json });
let n = 0;
const add = async (fields: object = {}) =>
  (await create({ name: "x", email: `c${++n}@example.com`, ...fields })).body
    .data;

test("a creation takes null where a change and a batch take it, as if the field were left out", async () => {
  const nulls = {
    external_id: null,
    phone: null,
    company: null,
    country: null,
    tags: null,
  };
  const plain = await add();
  const created = await add({ ...nulls, custom_fields: null });
  const fieldsOf = (contact: Contact) => [
    contact.external_id,
    contact.phone,
    contact.company,
    contact.country,
    contact.tags,
    contact.custom_fields,
  ];
  expect(fieldsOf(created)).toEqual(fieldsOf(plain));
  expect(fieldsOf(created)).toEqual([null, "", "", "Argentina", [], {}]);

  const partly = await add({ custom_fields: { plan: "oro", clientes: null } });
  expect(partly.custom_fields).toEqual({ plan: "oro" });
  const other = await update(plain.id, { ...nulls, custom_fields: null });
  expect(fieldsOf(other.body.data)).toEqual(fieldsOf(created));
  const refused = await create({ name: null, email: null });
  expect(refused.body.error.details).toMatchObject([
    { path: ["name"] },
    { path: ["email"] },
  ]);
});

test("a new contact is a lead without a conversation or a ticket, and no VIP", async () => {
  expect(await add()).toMatchObject({
    lifecycle: "lead",
    vip: false,
    source: "api",
    city: "",
    conversations_count: 0,
    tickets_count: 0,
  });
});

test("a custom field with -0 in the place of 0 changes nothing", async () => {
  const { id, version } = await add({ custom_fields: { pedidos: 0 } });
  const response = await fetch(`${server.address}/v1/contacts/${id}`, {
    method: "PATCH",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
    },
    body: '{ "custom_fields": { "pedidos": -0 } }',
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ data: { version } });
});

describe("an email and an external_id are one contact's", () => {
  const holder = ({ status, body }: TestResponse) => [
    status,
    body.error.contact_id,
  ];

  test("a conflict names each field that is taken, with its holder", async () => {
    const first = await add({ external_id: "CRM 7" });
    const second = await add();
    const taken = { external_id: "CRM 7", email: second.email };
    const ofBoth = [
      { path: ["email"], reason: "conflict", contact_id: second.id },
      { path: ["external_id"], reason: "conflict", contact_id: first.id },
    ];
    const creation = await create({ name: "x", ...taken });
    expect(holder(creation)).toEqual([409, second.id]);
    expect(creation.body.error.details).toMatchObject(ofBoth);
    const change = await update((await add()).id, taken);
    expect(holder(change)).toEqual([409, second.id]);
    expect(change.body.error.details).toMatchObject(ofBoth);
    const own = await update(second.id, taken);
    expect(holder(own)).toEqual([409, first.id]);
    expect(own.body.error.details).toMatchObject(ofBoth.slice(1));
  });

  test("a conflict names the contact that has one; that of the email comes first", async () => {
    const first = await add({
      email: "twice@example.com",
      external_id: "CRM 1",
    });
    const second = await add({
      email: "other@example.com",
      external_id: "crm 1",
    });
    const conflicts = [
      await create({ name: "x", email: "TWICE@example.com" }),
      await create({
        name: "x",
        email: "new@example.com",
        external_id: "CRM 1",
      }),
      await create({
        name: "x",
        email: "other@example.com",
        external_id: "CRM 1",
      }),
      await update(second.id, { email: "Twice@example.com", name: "y" }),
      await update(second.id, {
        email: "OTHER@example.com",
        external_id: "CRM 1",
      }),
    ];
    const ids = [first, first, second, first, first].map(({ id }) => [409, id]);
    expect(conflicts.map(holder)).toEqual(ids);
    expect(
      (await server.call(`/v1/contacts/${second.id}`, { key })).body.data,
    ).toMatchObject(second);
    expect(
      (await update(second.id, { email: "Other@Example.com" })).status,
    ).toBe(200); // its own
  });

  test.each<{ name: string; fields: (i: number) => object }>([
    { name: "email", fields: () => ({ email: "race@example.com" }) },
    {
      name: "external_id",
      fields: (i) => ({ email: `race${i}@example.com`, external_id: "C-6" }),
    },
  ])(
    "of forty simultaneous creations with one $name one wins",
    async ({ fields }) => {
      const all = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          create({ name: "x", ...fields(i) }),
        ),
      );
      const [won, ...more] = all.filter(({ status }) => status === 201);
      expect(more).toEqual([]);
      const lost = all.filter((it) => it !== won).map(holder);
      expect(lost).toEqual(lost.map(() => [409, won?.body.data.id]));
    },
  );

  test("of many contacts one gets a free email", async () => {
    const contacts = await Promise.all([1, 2, 3, 4].map(() => add()));
    const updates = await Promise.all(
      contacts.map(({ id }) => update(id, { email: "free@example.com" })),
    );
    expect(updates.map(({ status }) => status).sort()).toEqual([
      200, 409, 409, 409,
    ]);
  });
});

test.each([
  {
    name: "a change that waits for another one that waits for it, each time it runs,",
    fault: "raise deadlock_detected",
  },
  {
    name: "a file that PostgreSQL cannot read, e.g. as its package was upgraded,",
    fault: "raise io_error",
  },
])("$name is a 503 that says when to try again", async ({ fault }) => {
  await sql
    .raw(
      `create or replace function fail() returns trigger language plpgsql as $$ begin ${fault}; end $$;
      create or replace trigger failing before insert on contacts for each row when (new.name = 'failing')
        execute function fail()`,
    )
    .execute(server.store.database);
  const { status, headers, body } = await create({
    name: "failing",
    email: "failing@example.com",
  });
  expect(status).toBe(503);
  expect(body.error.code).toBe("service_unavailable");
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
});
