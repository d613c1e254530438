import { expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { named, startBatchServer } from "./contact-batches.ts";

// The keys of a contact are its email and its external id. The elements of a batch can give the keys
// of one contact to another.

const { call, create, read, expectResults } = await startBatchServer();

const emailOf = (name: string) => `${name}@example.com`;

test("an element gets what an element before it gives up, so that two contacts can swap", async () => {
  const { id: a } = await create(named("a-swap"));
  const { id: b } = await create(named("b-swap"));
  const largest = {
    add_tags: Array.from({ length: limits.tags }, (_, n) => `tag ${n}`),
    remove_tags: Array.from({ length: limits.tags }, (_, n) => `old ${n}`),
    custom_fields: Object.fromEntries(
      Array.from({ length: limits.customFields }, (_, n) => [`f${n}`, n]),
    ),
  };

  const results = await expectResults([
    {
      element: { id: a, email: emailOf("c-swap"), external_id: null },
      status: "updated",
    },
    {
      element: { id: b, email: emailOf("A-swap"), external_id: "a-swap" },
      status: "updated",
    },
    {
      element: { id: a, email: emailOf("b-swap"), external_id: "b-swap" },
      status: "updated",
    },
    {
      element: { name: "C", email: emailOf("c-swap"), ...largest },
      status: "created",
    },
    { element: { external_id: "a-swap", phone: "1" }, status: "updated" },
  ]);

  const withEmail = async (name: string) =>
    (await call(`/v1/contacts?email=${emailOf(name)}`)).body.data;
  expect(await withEmail("a-swap")).toEqual([results[4]?.contact]);
  expect(await withEmail("b-swap")).toEqual([results[2]?.contact]);
  expect(await withEmail("c-swap")).toEqual([results[3]?.contact]);
  expect(results[4]?.contact).toMatchObject({
    id: b,
    external_id: "a-swap",
    phone: "1",
  });
});

test("two elements that swap emails are refused in two batches and changed in one", async () => {
  const { id: a } = await create(named("a-emails"));
  const { id: b } = await create(named("b-emails"));
  const first = { external_id: "a-emails", email: emailOf("b-emails") };
  const second = { external_id: "b-emails", email: emailOf("A-emails") };
  const conflict = {
    error: "conflict",
    fields: ["email", "external_id"],
  } as const;

  await expectResults([{ element: first, ...conflict }]);
  await expectResults([{ element: second, ...conflict }]);
  await expectResults([
    { element: first, status: "updated" },
    { element: second, status: "updated" },
  ]);

  expect(await read(a)).toMatchObject(first);
  expect(await read(b)).toMatchObject(second);
});

test("an email that a later element gives up goes to the first element that asks for it, and not to a second", async () => {
  await create(named("giver"));
  const { id: first } = await create(named("first"));
  const { id: second } = await create(named("second"));
  const email = emailOf("giver");

  const results = await expectResults([
    { element: { id: first, email }, status: "updated" },
    {
      element: { id: second, email },
      error: "conflict",
      fields: ["email"],
    },
    {
      element: { external_id: "giver", email: emailOf("given") },
      status: "updated",
    },
  ]);

  expect(results[1]?.error).toMatchObject({ contact_id: first });
  expect((await read(first)).email).toBe(email);
  expect((await read(second)).email).toBe(emailOf("second"));
});

test("two elements that swap external ids are changed in one batch", async () => {
  const { id: a } = await create(named("a-ids"));
  const { id: b } = await create(named("b-ids"));

  await expectResults([
    { element: { id: a, external_id: "b-ids" }, status: "updated" },
    { element: { id: b, external_id: "a-ids" }, status: "updated" },
  ]);

  expect(await read(a)).toMatchObject({ external_id: "b-ids" });
  expect(await read(b)).toMatchObject({ external_id: "a-ids" });
});

test("a key goes round three contacts, and to nobody when the last of them keeps it", async () => {
  const { id: a } = await create(named("a-round"));
  const { id: b } = await create(named("b-round"));
  const { id: c } = await create(named("c-round"));
  const first = { id: a, email: emailOf("b-round") };
  const second = { id: b, email: emailOf("c-round") };
  const third = { id: c, email: emailOf("a-round") };

  await expectResults([
    { element: first, error: "conflict", fields: ["email"] },
    { element: second, error: "conflict", fields: ["email"] },
    {
      element: { ...third, phone: "a\0b" },
      error: "validation_error",
      fields: ["phone"],
    },
  ]);
  await expectResults([
    { element: first, status: "updated" },
    { element: second, status: "updated" },
    { element: third, status: "updated" },
  ]);
});

test("a key stays with its contact when the element that would give it up means another contact by then", async () => {
  const { id: a } = await create(named("a-moved"));
  const { id: b } = await create(named("b-moved"));
  const { id: c } = await create(named("c-moved"));

  await expectResults([
    {
      element: { id: c, email: emailOf("b-moved") },
      error: "conflict",
      fields: ["email"],
    },
    { element: { id: a, external_id: "b-moved" }, status: "updated" },
    {
      element: { external_id: "b-moved", email: emailOf("d-moved") },
      status: "updated",
    },
    { element: { id: b, external_id: null }, status: "updated" },
  ]);
});
