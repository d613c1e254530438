import { sql, type Kysely } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import type { ContactBatchResult } from "../../../generated/types.ts";
import { openPostgres } from "../../../server/store/database/postgres.ts";
import type { Tables } from "../../../server/store/tables.ts";
import { startServer } from "../../support/server.ts";
import { onPostgres } from "../../support/store.ts";
import { addressOf } from "../../support/postgres.ts";
import { whileLocked } from "../../support/locks.ts";

const server = await startServer();
const key = await server.key(["*"]);
const call = server.caller(() => key);
const batch = (contacts: unknown) => call("/v1/contacts/batch", { contacts });
const results = async (contacts: object[]): Promise<ContactBatchResult[]> => {
  const { status, body } = await batch(contacts);
  expect(status).toBe(200);
  return body.data.results;
};
/**
 * Returns the status of an element, or the code of its error and the paths of the details, as one
 * text.
 */
const outcome = ({ status, error }: ContactBatchResult) =>
  error
    ? [
        error.code,
        ...("details" in error
          ? error.details.map(({ path }) => path.join("."))
          : []),
      ].join(" ")
    : status;
/** Sends elements, and compares the outcome of each. */
const expectOutcomes = async (
  elements: [element: unknown, expected: string][],
) => {
  const all = await results(elements.map(([element]) => element as object));
  expect(all.map(outcome)).toEqual(elements.map(([, expected]) => expected));
  return all;
};
/** Two new contacts, whose emails and external ids end alike. */
const pair = (name: string) =>
  ["a-", "b-"].map((side) => ({
    name: side,
    email: `${side}${name}@example.com`,
    external_id: side + name,
  }));
/** The longest lists and the most custom fields that an element can have. */
const largest = {
  add_tags: Array.from({ length: limits.tags }, (_, i) => `tag ${i}`),
  remove_tags: Array.from({ length: limits.tags }, (_, i) => `old ${i}`),
  custom_fields: Object.fromEntries(
    Array.from({ length: limits.customFields }, (_, i) => [`f${i}`, i]),
  ),
};
/** Sends two elements, and returns the ids of their contacts. */
const idsOf = async (contacts: object[]) =>
  (await results(contacts)).map(({ contact }) => contact?.id) as [
    string,
    string,
  ];

describe("batchContacts", () => {
  test("an external_id means the contact that has exactly this one", async () => {
    const external_ids = ["crm-7", "CRM-7", "crm-", "crm-77"];
    const contacts = external_ids.map((external_id, i) => ({
      name: "Ana",
      email: `exact-${i}@example.com`,
      external_id,
    }));
    const created = await results(contacts);
    expect(created.map(({ status }) => status)).toEqual(
      contacts.map(() => "created"),
    );

    const phones = ["0", "1", "2", "3"];
    const changes = external_ids.map((external_id, i) => ({
      external_id,
      phone: phones[i],
    }));
    const changed = await results(changes);

    const seen = changed.map(({ contact }) => contact?.email);
    expect(seen).toEqual(contacts.map(({ email }) => email));
    expect(changed.map(({ contact }) => contact?.phone)).toEqual(phones);
  });

  test("an element with if_match changes its contact in that version, and no other", async () => {
    const [ana] = await results([{ name: "Ana", email: "ana@v.example" }]);
    const { id = "", version: read = "" } = ana?.contact ?? {};
    const elements = [
      { id, if_match: read, phone: "1" },
      { id, if_match: read, phone: "2" }, // the element before has changed it
      { id, if_match: read, phone: "1" }, // repeated after a lost response
      { email: "ana@v.example", if_match: "another", company: "x" },
      { name: "Eva", email: "eva@v.example", if_match: read }, // there is none
      { id: `ct_${"0".repeat(26)}`, if_match: read, phone: "1" },
      { id, if_match: `"${read}"`, phone: "3" },
      { if_match: read, phone: "4" }, // it names none
    ];
    const all = await expectOutcomes([
      [elements[0], "updated"],
      [elements[1], "precondition_failed if_match"],
      [elements[2], "unchanged"],
      [elements[3], "precondition_failed if_match"],
      [elements[4], "precondition_failed if_match"],
      [elements[5], "validation_error id"],
      [elements[6], "validation_error if_match"],
      [elements[7], "missing_parameter name email"],
    ]);
    const present = all[0]?.contact?.version;
    expect(present).not.toBe(read);
    const [, second, , fourth, fifth] = all.map(({ error }) => error);
    expect(second).toMatchObject({
      current_version: present,
      details: [
        { reason: "conflict", message: "no es la versión actual del contacto" },
      ],
    });
    expect(fourth).toMatchObject({ current_version: present });
    expect(fifth).not.toHaveProperty("current_version");
    const english = await server.call("/v1/contacts/batch", {
      key,
      json: { contacts: [elements[3]] },
      headers: {
        "Accept-Language": "en",
        "Idempotency-Key": "if-match-in-english",
      },
    });
    const [refused] = english.body.data.results;
    expect(refused?.error).toMatchObject({
      details: [{ message: "is not the present version of the contact" }],
    });
    const after = await results([{ id, if_match: present, phone: "4" }]);
    expect(after.map(outcome)).toEqual(["updated"]);
  });

  test("creates and changes by email, in the order of the elements, each with its event", async () => {
    const existing = {
      name: "Ana",
      email: "ana@example.com",
      phone: "1",
      custom_fields: { a: 1, b: 2 },
    };
    const ana = (await call("/v1/contacts", existing)).body.data;
    const all = await expectOutcomes([
      [
        {
          name: "Eva",
          email: "eva@example.com",
          country: null,
          tags: [" a ", "a"],
        },
        "created",
      ],
      [
        { email: "ANA@example.com", custom_fields: { a: null, c: 3 } },
        "updated",
      ],
      [{ email: "Eva@example.com", phone: "2" }, "updated"],
      [{ email: "eva@example.com" }, "updated"], // it is written otherwise
    ]);
    const [created, updated, again, last] = all.map(({ contact }) => contact);
    expect(created).toMatchObject({
      country: "Argentina",
      tags: ["a"],
      phone: "",
    });
    const changed = {
      ...ana,
      email: "ANA@example.com",
      custom_fields: { b: 2, c: 3 },
    };
    expect(updated).toEqual({
      ...changed,
      updated_at: updated?.updated_at,
      version: updated?.version,
    });
    expect(again).toMatchObject({ id: created?.id, phone: "2" });
    expect(await results([{ email: "eva@example.com", phone: "2" }])).toEqual([
      { status: "unchanged", contact: last },
    ]);
    expect((await call(`/v1/contacts/${created?.id}`)).body.data).toMatchObject(
      last ?? {},
    );
    const types = [
      "contact.created",
      "contact.updated",
      "contact.updated",
      "contact.updated",
    ];
    const feed = (
      await call("/v1/events?limit=100&types=contact.created,contact.updated")
    ).body.data;
    expect(feed.slice(-4)).toMatchObject(
      all.map(({ contact }, i) => ({ type: types[i], data: contact })),
    );
  });

  test("an element that is refused has the error of a single request, and leaves the others", async () => {
    const many = Object.fromEntries(
      Array.from({ length: limits.customFields }, (_, i) => [`f${i}`, i]),
    );
    const all = await expectOutcomes([
      [{ name: "x", email: "a@" }, "validation_error email"],
      [{}, "missing_parameter name email"],
      [
        { name: "x", email: "full@example.com", custom_fields: many },
        "created",
      ],
      [{ name: "\uFEFFx", email: "bom@example.com" }, "validation_error name"],
      [
        { name: " ", email: "blank@example.com", city: "x" },
        "validation_error city name",
      ],
      [
        { name: "\u200B\u3164", email: "invisible@example.com" },
        "validation_error name",
      ],
      [{ name: "x" }, "missing_parameter email"],
      [{ email: "nobody@example.com" }, "missing_parameter name"],
      [
        { email: "full@example.com", custom_fields: { more: 1 } },
        "validation_error custom_fields",
      ],
      [
        { name: "x", email: "large@example.com", tags: Array(300).fill("x") },
        "validation_error tags",
      ],
      [null, "validation_error "],
      ["x", "validation_error "],
      [{ email: "late@example.com", phone: "1" }, "missing_parameter name"],
      [{ name: "x", email: "late@example.com" }, "created"],
    ]);
    for (const [i, element] of [{ name: "x", email: "a@" }, {}].entries())
      expect(all[i]?.error).toEqual(
        (await call("/v1/contacts", element)).body.error,
      );
    expect((await call("/v1/contacts?q=bom@example.com")).body.data).toEqual(
      [],
    );
  });

  test("an element means the contact of its id, else of its external_id, else of its email", async () => {
    const [id] = await idsOf([
      { name: "Ana", email: "crm@example.com", external_id: "C-1" },
    ]);
    const elements = [
      { external_id: "C-1", email: "moved@example.com" }, // the customer has another email
      { id, external_id: "C-2" },
      { email: "moved@example.com", external_id: null },
      { email: "MOVED@example.com", external_id: "C-3", name: "Eva" },
    ];
    const all = await results(elements);
    expect(all.map((it) => [it.status, it.contact?.id])).toEqual(
      elements.map(() => ["updated", id]),
    );
    expect(all.map(({ contact }) => contact?.external_id)).toEqual([
      "C-1",
      "C-2",
      null,
      "C-3",
    ]);
    expect((await call("/v1/contacts?external_id=C-3")).body.data).toEqual([
      all.at(-1)?.contact,
    ]);
    await expectOutcomes([
      [{ email: "crm@example.com", name: "free again" }, "created"],
    ]);
  });

  test("an element that means nobody is refused", async () => {
    await expectOutcomes([
      [
        { id: "ct_nobody", name: "x", email: "new@example.com" },
        "validation_error id",
      ],
      [{ external_id: "unknown", name: "x" }, "missing_parameter email"],
      [{ phone: "1" }, "missing_parameter name email"],
    ]);
  });

  test("an element that names two contacts has the conflict of a single request, with both holders", async () => {
    const [a, b] = await idsOf(pair("two"));
    const elements = [
      { id: a, email: "b-two@example.com" },
      { id: a, external_id: "b-two" },
      { id: a, external_id: "b-two", email: "B-two@example.com" },
      { name: "x", external_id: "a-two", email: "b-two@example.com" },
      { name: "x", external_id: "unknown", email: "b-two@example.com" },
    ];
    const refused = await expectOutcomes([
      [elements[0], "conflict email"],
      [elements[1], "conflict external_id"],
      [elements[2], "conflict email external_id"],
      [elements[3], "conflict email external_id"],
      [elements[4], "conflict email"],
    ]);
    for (const [i, { id, ...fields }] of elements.entries()) {
      const single = id
        ? await call(`/v1/contacts/${id}`, fields, "PATCH")
        : await call("/v1/contacts", fields);
      expect([single.status, single.body.error]).toEqual([
        409,
        refused[i]?.error,
      ]);
    }
    expect(refused[3]?.error).toMatchObject({
      contact_id: b,
      details: [
        { path: ["email"], contact_id: b },
        { path: ["external_id"], contact_id: a },
      ],
    });
  });

  test("an element gets what an element before it gives up, so that two contacts can swap", async () => {
    const [a, b] = await idsOf(pair("swap"));
    const all = await expectOutcomes([
      [{ id: a, email: "c-swap@example.com", external_id: null }, "updated"],
      [
        { id: b, email: "A-swap@example.com", external_id: "a-swap" },
        "updated",
      ],
      [
        { id: a, email: "b-swap@example.com", external_id: "b-swap" },
        "updated",
      ],
      [{ email: "c-swap@example.com", name: "C", ...largest }, "created"],
      [{ external_id: "a-swap", phone: "1" }, "updated"],
    ]);
    for (const [email, i] of [
      ["a", 4] as const,
      ["b", 2] as const,
      ["c", 3] as const,
    ]) {
      const { data } = (
        await call(`/v1/contacts?email=${email}-swap@example.com`)
      ).body;
      expect(data).toEqual([all[i]?.contact]);
    }
    expect(all[4]?.contact).toMatchObject({
      id: b,
      external_id: "a-swap",
      phone: "1",
    });
  });

  test("two rows that swap their emails are refused in two batches and changed in one, as with external ids", async () => {
    const [a, b] = await idsOf(pair("rows"));
    const rows = [
      { external_id: "a-rows", email: "b-rows@example.com" },
      { external_id: "b-rows", email: "A-rows@example.com" },
    ];
    for (const row of rows)
      await expectOutcomes([[row, "conflict email external_id"]]);
    await expectOutcomes(rows.map((row) => [row, "updated"]));
    const all = await expectOutcomes([
      [{ id: a, external_id: "b-rows" }, "updated"],
      [{ id: b, external_id: "a-rows" }, "updated"],
    ]);
    const names = { external_id: "b-rows", email: "b-rows@example.com" };
    expect(all[0]?.contact).toMatchObject({ id: a, ...names });
    const read = (await call(`/v1/contacts/${b}`)).body.data;
    expect(read).toMatchObject({
      external_id: "a-rows",
      email: "A-rows@example.com",
    });
  });

  test("a key goes round three contacts, and to nobody when the last of them keeps it", async () => {
    const [a, b] = await idsOf(pair("round"));
    const [c] = await idsOf([{ name: "c", email: "c-round@example.com" }]);
    const round = (last: object): [object, string][] => [
      [{ id: a, email: "b-round@example.com" }, "conflict email"],
      [{ id: b, email: "c-round@example.com" }, "conflict email"],
      [
        { id: c, email: "a-round@example.com", ...last },
        "validation_error phone",
      ],
    ];
    await expectOutcomes(round({ phone: "a\0b" }));
    await expectOutcomes(
      round({}).map(([element]) => [element, "updated"] as const),
    );
  });

  test("a key stays with its contact when the element that would give it up means another contact by then", async () => {
    const [a, b] = await idsOf(pair("moved"));
    const [c] = await idsOf([{ name: "c", email: "c-moved@example.com" }]);
    await expectOutcomes([
      [{ id: c, email: "b-moved@example.com" }, "conflict email"],
      [{ id: a, external_id: "b-moved" }, "updated"],
      [{ external_id: "b-moved", email: "d-moved@example.com" }, "updated"],
      [{ id: b, external_id: null }, "updated"],
    ]);
  });

  test("an element whose contact is stored against the contract fails alone, until an element mends it", async () => {
    const [id] = await idsOf([{ name: "Rota", email: "broken@example.com" }]);
    await sql`update contacts set email = 'no email' where id = ${id}`.execute(
      server.store.database,
    );
    const [, , , mended] = await expectOutcomes([
      [{ id, phone: "1" }, "validation_error email"],
      [{ id }, "validation_error email"],
      [{ name: "Sana", email: "sound@example.com" }, "created"],
      [{ id, email: "mended@example.com" }, "updated"],
    ]);
    expect(mended?.contact).toMatchObject({
      id,
      email: "mended@example.com",
      phone: "",
    });
  });

  test("of a hundred counts as one request; simultaneous ones of the same emails create each contact once", async () => {
    const contacts = Array.from({ length: 100 }, (_, i) => ({
      name: "x",
      email: `race${i}@example.com`,
    }));
    const left = async () =>
      Number((await batch([{}])).headers.get("x-ratelimit-remaining"));
    const before = await left();
    const responses = await Promise.all([
      batch(contacts),
      batch(contacts.toReversed()),
    ]);
    const all = responses.flatMap(({ body }) => body.data.results);
    for (const expected of ["created", "unchanged"])
      expect(all.filter(({ status }) => status === expected)).toHaveLength(100);
    expect(new Set(all.map(({ contact }) => contact?.id)).size).toBe(100);
    const after = await left();
    if (after < before) expect(before - after).toBe(3);
  });

  test.runIf(onPostgres)(
    "finds a contact that another request gives an email meanwhile",
    async () => {
      const [holder, id] = await idsOf(pair("meanwhile"));
      for (const [one, expected] of [
        [{ name: "a-" }, "unchanged"] as const,
        [{ id }, "conflict email"] as const,
      ]) {
        const email = `${Object.keys(one).join()}@example.com`;
        const give = (transaction: Kysely<Tables>) =>
          sql`update contacts set email = ${email} where id = ${holder}`.execute(
            transaction,
          );
        await whileLocked(server.store, give, () =>
          expectOutcomes([[{ ...one, email }, expected]]),
        );
      }
    },
  );

  test.runIf(onPostgres)(
    "two batches that name the same external ids in opposite orders both succeed",
    async () => {
      const { database } = server.store;
      // Otherwise PostgreSQL looks for a circle of waiting transactions after a second.
      await sql`do $$ begin
      execute format('alter database %I set deadlock_timeout = 5', current_database());
    end $$`.execute(database);
      const store = await openPostgres(await addressOf({ database }));
      const other = await startServer({ store });
      onTestFinished(store.close);
      for (let n = 0; n < 50; n++) {
        const ids = Array.from({ length: 10 }, (_, i) => `${n}-${i}`);
        const sent = [ids, ids.toReversed()].map((each, side) =>
          each.map((external_id, i) => ({
            name: "x",
            email: `${side}-${n}-${i}@example.com`,
            external_id,
          })),
        );
        const responses = await Promise.all(
          sent.map((contacts) =>
            other.call("/v1/contacts/batch", { key, json: { contacts } }),
          ),
        );
        expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      }
    },
  );
});
