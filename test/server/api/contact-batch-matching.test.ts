import { sql, type Kysely } from "kysely";
import { describe, expect, test } from "vitest";
import type { Contact } from "../../../generated/types.ts";
import type { Tables } from "../../../server/store/tables.ts";
import { whileLocked } from "../../support/locks.ts";
import { onPostgres } from "../../support/store.ts";
import { named, startBatchServer } from "./contact-batches.ts";

// Which contact an element of a batch means.

const { server, call, create, sendBatch, expectResults } =
  await startBatchServer();

test("an element means the contact of its id, else of its external_id, else of its email", async () => {
  const { id } = await create({
    name: "Ana",
    email: "crm@example.com",
    external_id: "C-1",
  });

  const results = await sendBatch([
    // The customer has another email now.
    { external_id: "C-1", email: "moved@example.com" },
    { id, external_id: "C-2" },
    { email: "moved@example.com", external_id: null },
    { email: "MOVED@example.com", external_id: "C-3", name: "Eva" },
  ]);

  expect(results).toMatchObject([
    { status: "updated", contact: { id, external_id: "C-1" } },
    { status: "updated", contact: { id, external_id: "C-2" } },
    { status: "updated", contact: { id, external_id: null } },
    { status: "updated", contact: { id, external_id: "C-3" } },
  ]);
  const found = await call("/v1/contacts?external_id=C-3");
  expect(found.body.data).toEqual([results[3]?.contact]);
  await expectResults([
    { element: { email: "crm@example.com", name: "Eva" }, status: "created" },
  ]);
});

test("an external_id means the contact that has exactly this one", async () => {
  await sendBatch([
    { name: "Ana", email: "1@e.example", external_id: "crm-7" },
    { name: "Ana", email: "2@e.example", external_id: "CRM-7" },
    { name: "Ana", email: "3@e.example", external_id: "crm-" },
    { name: "Ana", email: "4@e.example", external_id: "crm-77" },
  ]);

  const results = await sendBatch([
    { external_id: "crm-7", phone: "1" },
    { external_id: "CRM-7", phone: "2" },
    { external_id: "crm-", phone: "3" },
    { external_id: "crm-77", phone: "4" },
  ]);

  expect(results).toMatchObject([
    { contact: { email: "1@e.example", phone: "1" } },
    { contact: { email: "2@e.example", phone: "2" } },
    { contact: { email: "3@e.example", phone: "3" } },
    { contact: { email: "4@e.example", phone: "4" } },
  ]);
});

test("an element that means nobody is refused", async () => {
  await expectResults([
    {
      element: { id: "ct_nobody", name: "x", email: "new@example.com" },
      error: "validation_error",
      fields: ["id"],
    },
    {
      element: { external_id: "unknown", name: "x" },
      error: "missing_parameter",
      fields: ["email"],
    },
    {
      element: { phone: "1" },
      error: "missing_parameter",
      fields: ["name", "email"],
    },
  ]);
});

test("an element that names two contacts has the conflict of a single request, with both holders", async () => {
  const { id: a } = await create(named("a-two"));
  const { id: b } = await create(named("b-two"));
  const elements: { element: Partial<Contact>; fields: string[] }[] = [
    { element: { id: a, email: "b-two@example.com" }, fields: ["email"] },
    { element: { id: a, external_id: "b-two" }, fields: ["external_id"] },
    {
      element: { id: a, external_id: "b-two", email: "B-two@example.com" },
      fields: ["email", "external_id"],
    },
    {
      element: { name: "x", external_id: "a-two", email: "b-two@example.com" },
      fields: ["email", "external_id"],
    },
    {
      element: { name: "x", external_id: "new", email: "b-two@example.com" },
      fields: ["email"],
    },
  ];

  const results = await expectResults(
    elements.map((each) => ({ ...each, error: "conflict" })),
  );

  for (const [n, { element }] of elements.entries()) {
    const { id, ...fields } = element;
    const single = id
      ? await call(`/v1/contacts/${id}`, fields, "PATCH")
      : await call("/v1/contacts", fields);
    expect(single.status).toBe(409);
    expect(single.body.error).toEqual(results[n]?.error);
  }
  expect(results[3]?.error).toMatchObject({
    contact_id: b,
    details: [
      { path: ["email"], contact_id: b },
      { path: ["external_id"], contact_id: a },
    ],
  });
});

describe.runIf(onPostgres)("when a contact gets an email meanwhile", () => {
  /** Does work that waits until a contact has an email. */
  const whileGiven = <T>(
    email: string,
    id: string,
    work: () => Promise<T>,
  ): Promise<T> => {
    const giveEmail = (transaction: Kysely<Tables>) =>
      sql`update contacts set email = ${email} where id = ${id}`.execute(
        transaction,
      );
    return whileLocked(server.store, giveEmail, work);
  };

  test("an element with this email means the contact", async () => {
    const email = "given@example.com";
    const ana = await create(named("ana-meanwhile"));

    const [result] = await whileGiven(email, ana.id, () =>
      sendBatch([{ name: ana.name, email }]),
    );

    expect(result).toMatchObject({
      status: "unchanged",
      contact: { id: ana.id },
    });
  });

  test("another contact cannot have it", async () => {
    const email = "taken@example.com";
    const ana = await create(named("ana-before"));
    const eva = await create(named("eva-before"));

    const [result] = await whileGiven(email, ana.id, () =>
      sendBatch([{ id: eva.id, email }]),
    );

    expect(result?.error).toMatchObject({
      code: "conflict",
      contact_id: ana.id,
    });
  });
});
