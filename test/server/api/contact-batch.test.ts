import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { openPostgres } from "../../../server/store/open/postgres.ts";
import { addressOf } from "../../support/postgres.ts";
import { startServer } from "../../support/server.ts";
import { onPostgres } from "../../support/store.ts";
import { named, startBatchServer } from "./contact-batches.ts";

const { server, key, call, create, read, sendBatch, expectResults } =
  await startBatchServer();

test("an element of thousands of values is refused at their field, and the others are written", async () => {
  const tags = Array(5000).fill(1);
  await expectResults([
    { element: named("before"), status: "created" },
    {
      element: { ...named("many"), tags },
      error: "validation_error",
      fields: ["tags"],
    },
    { element: named("behind"), status: "created" },
  ]);
});

test("creates and changes by email, in the order of the elements, each with its event", async () => {
  const ana = await create({
    name: "Ana",
    email: "ana@example.com",
    phone: "1",
    custom_fields: { a: 1, b: 2 },
  });

  const results = await expectResults([
    {
      element: {
        name: "Eva",
        email: "eva@example.com",
        country: null,
        tags: [" a ", "a"],
      },
      status: "created",
    },
    {
      element: { email: "ANA@example.com", custom_fields: { a: null, c: 3 } },
      status: "updated",
    },
    { element: { email: "Eva@example.com", phone: "2" }, status: "updated" },
    // The email differs only in the case of its letters.
    { element: { email: "eva@example.com" }, status: "updated" },
  ]);

  const [eva, changedAna, evaWithPhone, lastEva] = results.map(
    ({ contact }) => contact,
  );
  expect(eva).toMatchObject({ country: "Argentina", tags: ["a"], phone: "" });
  expect(changedAna).toEqual({
    ...ana,
    email: "ANA@example.com",
    custom_fields: { b: 2, c: 3 },
    updated_at: expect.any(String),
    version: expect.any(String),
  });
  expect(changedAna?.version).not.toBe(ana.version);
  expect(evaWithPhone).toMatchObject({ id: eva?.id, phone: "2" });
  expect(await read(eva?.id ?? "")).toMatchObject(lastEva ?? {});
  const { body } = await call(
    "/v1/events?limit=100&types=contact.created,contact.updated",
  );
  expect(body.data.slice(-4)).toMatchObject([
    { type: "contact.created", data: eva },
    { type: "contact.updated", data: changedAna },
    { type: "contact.updated", data: evaWithPhone },
    { type: "contact.updated", data: lastEva },
  ]);
});

test("an element that changes nothing leaves its contact unchanged", async () => {
  const fields = { email: "same@example.com", phone: "2" };
  const contact = await create({ name: "Eva", ...fields });

  expect(await sendBatch([fields])).toEqual([{ status: "unchanged", contact }]);
});

test("an element that is refused has the error of a single request, and leaves the others", async () => {
  const most = Object.fromEntries(
    Array.from({ length: limits.customFields }, (_, n) => [`f${n}`, n]),
  );

  await expectResults([
    {
      element: { name: "x", email: "a@" },
      error: "validation_error",
      fields: ["email"],
    },
    { element: {}, error: "missing_parameter", fields: ["name", "email"] },
    {
      element: { name: "x", email: "full@example.com", custom_fields: most },
      status: "created",
    },
    {
      element: { name: "\uFEFFx", email: "bom@example.com" },
      error: "validation_error",
      fields: ["name"],
    },
    {
      element: { name: " ", email: "blank@example.com", city: "x" },
      error: "validation_error",
      fields: ["city", "name"],
    },
    {
      element: { name: "\u200B\u3164", email: "invisible@example.com" },
      error: "validation_error",
      fields: ["name"],
    },
    { element: { name: "x" }, error: "missing_parameter", fields: ["email"] },
    {
      element: { email: "nobody@example.com" },
      error: "missing_parameter",
      fields: ["name"],
    },
    {
      element: { email: "full@example.com", custom_fields: { more: 1 } },
      error: "validation_error",
      fields: ["custom_fields"],
    },
    {
      element: {
        name: "x",
        email: "large@example.com",
        tags: Array(300).fill("x"),
      },
      error: "validation_error",
      fields: ["tags"],
    },
    { element: null, error: "validation_error", fields: [""] },
    { element: "x", error: "validation_error", fields: [""] },
    {
      element: { email: "late@example.com", phone: "1" },
      error: "missing_parameter",
      fields: ["name"],
    },
    { element: { name: "x", email: "late@example.com" }, status: "created" },
  ]);

  const refused = await call("/v1/contacts?q=bom@example.com");
  expect(refused.body.data).toEqual([]);
});

test.each([
  { element: { name: "x", email: "a@" }, fault: "a wrong value" },
  { element: {}, fault: "no fields" },
])("an element with $fault has the error of a request", async ({ element }) => {
  const [result] = await sendBatch([element]);

  const request = await call("/v1/contacts", element);
  expect(result?.error).toEqual(request.body.error);
});

test("an element with if_match changes its contact in that version, and no other", async () => {
  const { id, version } = await create({
    name: "Ana",
    email: "ana@v.example",
  });

  const results = await expectResults([
    { element: { id, if_match: version, phone: "1" }, status: "updated" },
    // The element before has changed the contact.
    {
      element: { id, if_match: version, phone: "2" },
      error: "precondition_failed",
      fields: ["if_match"],
    },
    // A client repeats an element after a lost response.
    { element: { id, if_match: version, phone: "1" }, status: "unchanged" },
    {
      element: { email: "ana@v.example", if_match: "another", company: "x" },
      error: "precondition_failed",
      fields: ["if_match"],
    },
    // No contact has the email.
    {
      element: { name: "Eva", email: "eva@v.example", if_match: version },
      error: "precondition_failed",
      fields: ["if_match"],
    },
    // No contact has the external id.
    {
      element: { external_id: "nobody", if_match: version, phone: "1" },
      error: "precondition_failed",
      fields: ["if_match"],
    },
    {
      element: { id: `ct_${"0".repeat(26)}`, if_match: version, phone: "1" },
      error: "validation_error",
      fields: ["id"],
    },
    {
      element: { id, if_match: `"${version}"`, phone: "3" },
      error: "validation_error",
      fields: ["if_match"],
    },
    // The element names no contact.
    {
      element: { if_match: version, phone: "4" },
      error: "missing_parameter",
      fields: ["name", "email"],
    },
  ]);

  const present = results[0]?.contact?.version;
  expect(present).not.toBe(version);
  expect(results[1]?.error).toMatchObject({
    current_version: present,
    details: [
      { reason: "conflict", message: "no es la versión actual del contacto" },
    ],
  });
  expect(results[3]?.error).toMatchObject({ current_version: present });
  expect(results[4]?.error).not.toHaveProperty("current_version");
  await expectResults([
    { element: { id, if_match: present, phone: "4" }, status: "updated" },
  ]);
});

test("a version that is not the present one is refused in English", async () => {
  const { id } = await create({ name: "Ana", email: "english@v.example" });

  const { body } = await server.call("/v1/contacts/batch", {
    key,
    json: { contacts: [{ id, if_match: "another", phone: "1" }] },
    headers: {
      "Accept-Language": "en",
      "Idempotency-Key": "if-match-in-english",
    },
  });

  expect(body.data.results[0]?.error).toMatchObject({
    details: [{ message: "is not the present version of the contact" }],
  });
});

test("an element whose contact is stored against the contract fails alone, until an element mends it", async () => {
  const { id } = await create({ name: "Rota", email: "broken@example.com" });
  await sql`update contacts set email = 'no email' where id = ${id}`.execute(
    server.store.database,
  );

  const results = await expectResults([
    {
      element: { id, phone: "1" },
      error: "validation_error",
      fields: ["email"],
    },
    { element: { id }, error: "validation_error", fields: ["email"] },
    {
      element: { name: "Sana", email: "sound@example.com" },
      status: "created",
    },
    { element: { id, email: "mended@example.com" }, status: "updated" },
  ]);

  expect(results[3]?.contact).toMatchObject({
    id,
    email: "mended@example.com",
    phone: "",
  });
});

const hundred = (name: string) =>
  Array.from({ length: 100 }, (_, n) => ({
    name: "x",
    email: `${name}-${n}@example.com`,
  }));

test("a batch of a hundred elements counts as one request", async () => {
  const newKey = await server.key(["contacts:write"]);

  const { headers } = await server.call("/v1/contacts/batch", {
    key: newKey,
    json: { contacts: hundred("counted") },
  });

  const next = await server.call("/v1/me", { key: newKey });
  expect(
    [headers, next.headers].map((sent) => sent.get("X-RateLimit-Remaining")),
  ).toEqual([
    String(limits.requestsPerWindow - 1),
    String(limits.requestsPerWindow - 2),
  ]);
});

test("simultaneous batches of the same emails create each contact once", async () => {
  const contacts = hundred("race");

  const batches = await Promise.all([
    sendBatch(contacts),
    sendBatch(contacts.toReversed()),
  ]);

  const results = batches.flat();
  const withStatus = (expected: string) =>
    results.filter(({ status }) => status === expected);
  expect(withStatus("created")).toHaveLength(100);
  expect(withStatus("unchanged")).toHaveLength(100);
  expect(new Set(results.map(({ contact }) => contact?.id)).size).toBe(100);
});

test.runIf(onPostgres)(
  "two batches that name the same external ids in opposite orders both succeed",
  async () => {
    const { database } = server.store;
    // Otherwise PostgreSQL looks for a circle of waiting transactions after a second.
    await sql`do $$ begin
      execute format('alter database %I set deadlock_timeout = 5', current_database());
    end $$`.execute(database);
    // The setting counts for new connections.
    const store = await openPostgres(await addressOf({ database }));
    onTestFinished(store.close);
    const other = await startServer({ store });
    const send = (emails: string, external_ids: string[]) => {
      const contacts = external_ids.map((external_id) => ({
        name: "x",
        email: `${emails}-${external_id}@example.com`,
        external_id,
      }));
      return other.call("/v1/contacts/batch", { key, json: { contacts } });
    };

    for (let round = 0; round < 50; round++) {
      const ids = Array.from({ length: 10 }, (_, n) => `${round}-${n}`);
      const responses = await Promise.all([
        send("first", ids),
        send("second", ids.toReversed()),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    }
  },
);
