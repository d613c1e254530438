import { sql, type Kysely } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { openPostgres } from "../../../server/store/postgres.ts";
import type { Tables } from "../../../server/store/tables.ts";
import { startServer } from "../../support/server.ts";
import { addressOf, onPostgres } from "../../support/store.ts";
import { whileLocked } from "../store/while-locked.ts";

const server = await startServer();
const key = await server.key(["*"]);
const batch = (contacts: unknown, headers = {}) =>
  server.call("/v1/contacts/batch", { key, json: { contacts }, headers });
const results = async (contacts: unknown) => {
  const { status, body } = await batch(contacts);
  expect(status).toBe(200);
  return body.data.results;
};
const feed = async () =>
  (await server.call("/v1/events?limit=100&types=contact.created,contact.updated", { key })).body.data;

describe("batchContacts", () => {
  test("creates and changes by email, in the order of the elements, each with its event", async () => {
    const known = { name: "Ana", email: "ana@example.com", phone: "1", custom_fields: { a: 1, b: 2 } };
    const ana = (await server.call("/v1/contacts", { key, json: known })).body.data;
    const [created, updated, again, unchanged] = await results([
      { name: "Eva", email: "eva@example.com", country: null, tags: [" a ", "a"] },
      { email: "ANA@example.com", custom_fields: { a: null, c: 3 } },
      { email: "Eva@example.com", phone: "2" },
      { email: "eva@example.com" },
    ]);
    expect(created).toMatchObject({
      status: "created",
      contact: { country: "Argentina", tags: ["a"], phone: "" },
    });
    const changed = { ...ana, email: "ANA@example.com", custom_fields: { b: 2, c: 3 } };
    expect(updated).toEqual({
      status: "updated",
      contact: { ...changed, updated_at: updated?.contact?.updated_at },
    });
    expect(again).toMatchObject({ status: "updated", contact: { id: created?.contact?.id, phone: "2" } });
    expect(unchanged?.status).toBe("updated"); // its email is written otherwise
    expect((await results([{ email: "eva@example.com", phone: "2" }]))[0]).toEqual({
      status: "unchanged",
      contact: unchanged?.contact,
    });
    const shown = (await server.call(`/v1/contacts/${created?.contact?.id}`, { key })).body.data;
    expect(shown).toMatchObject(unchanged?.contact ?? {});
    expect((await feed()).slice(-4)).toMatchObject([
      { type: "contact.created", data: created?.contact },
      { type: "contact.updated", data: updated?.contact },
      { type: "contact.updated", data: again?.contact },
      { type: "contact.updated", data: unchanged?.contact },
    ]);
  });

  test("an element that is refused has the error of a single request, and leaves the others", async () => {
    const many = Object.fromEntries(Array.from({ length: limits.customFields }, (_, i) => [`f${i}`, i]));
    const all = await results([
      { name: "x", email: "full@example.com", custom_fields: many },
      { name: "x", email: "a@" },
      { name: "\uFEFFx", email: "bom@example.com" },
      { name: " ", email: "blank@example.com", city: "x" },
      { name: "x" },
      { email: "nobody@example.com" },
      { email: "full@example.com", custom_fields: { more: 1 } },
      { name: "x", email: "large@example.com", tags: Array(300).fill("x") },
      null,
      "x",
      { email: "late@example.com", phone: "1" },
      { name: "x", email: "late@example.com" },
    ]);
    const told = all.map(({ status, error }) =>
      error ? [error.code, ...error.details.map(({ path }: { path: string[] }) => path.join("."))] : status,
    );
    expect(told).toEqual([
      "created",
      ["validation_error", "email"],
      ["validation_error", "name"],
      ["validation_error", "city", "name"],
      ["missing_parameter", "email"],
      ["missing_parameter", "name"],
      ["validation_error", "custom_fields"],
      ["validation_error", ""],
      ["validation_error", ""],
      ["validation_error", ""],
      ["missing_parameter", "name"],
      "created",
    ]);
    const single = await server.call("/v1/contacts", { key, json: { name: "x", email: "a@" } });
    expect(all[1]?.error).toEqual(single.body.error);
    expect((await server.call("/v1/contacts?q=bom@example.com", { key })).body.data).toEqual([]);
  });

  test("an element means the contact of its id, else of its external_id, else of its email", async () => {
    const [crm] = await results([{ name: "Ana", email: "crm@example.com", external_id: "C-1" }]);
    const id = crm?.contact?.id ?? "";
    const all = await results([
      { external_id: "C-1", email: "moved@example.com" }, // the customer has another email
      { id, external_id: "C-2" },
      { email: "moved@example.com", external_id: null },
      { email: "MOVED@example.com", external_id: "C-3", name: "Eva" },
      { id, phone: "1" },
    ]);
    expect(all.map((it) => [it.status, it.contact?.id, it.contact?.external_id, it.contact?.email])).toEqual([
      ["updated", id, "C-1", "moved@example.com"],
      ["updated", id, "C-2", "moved@example.com"],
      ["updated", id, null, "moved@example.com"],
      ["updated", id, "C-3", "MOVED@example.com"],
      ["updated", id, "C-3", "MOVED@example.com"],
    ]);
    const { data } = (await server.call("/v1/contacts?external_id=C-3", { key })).body;
    expect(data).toEqual([all.at(-1)?.contact]);
    expect((await results([{ email: "crm@example.com", name: "free again" }]))[0]?.status).toBe("created");
  });

  test("an element that names two contacts is refused, as is what nobody has", async () => {
    const made = await results([
      { name: "A", email: "a1@example.com", external_id: "A-1" },
      { name: "B", email: "b1@example.com", external_id: "B-1" },
    ]);
    const [a = ""] = made.map(({ contact }) => contact?.id);
    const all = await results([
      { id: a, email: "b1@example.com" },
      { id: a, external_id: "B-1" },
      { external_id: "A-1", email: "b1@example.com" },
      { email: "b1@example.com", external_id: "unknown" },
      { id: "ct_nobody", name: "x", email: "new@example.com" },
      { external_id: "unknown", name: "x" },
      { phone: "1" },
    ]);
    expect(all.map(({ status, error }) => error?.details[0]?.path.join() ?? status)).toEqual([
      ...["email", "external_id", "email", "external_id", "id", "email", "email"],
    ]);
  });

  test("an element gets what an element before it gives up, so that two contacts can swap", async () => {
    const made = await results([
      { name: "A", email: "a3@example.com", external_id: "A-3" },
      { name: "B", email: "b3@example.com", external_id: "B-3" },
    ]);
    const [a = "", b = ""] = made.map(({ contact }) => contact?.id);
    const all = await results([
      { id: a, email: "c3@example.com", external_id: null },
      { id: b, email: "A3@example.com", external_id: "A-3" },
      { id: a, email: "b3@example.com", external_id: "B-3" },
      { email: "c3@example.com", name: "C" },
      { external_id: "A-3", phone: "1" },
    ]);
    expect(all.map(({ status }) => status)).toEqual(["updated", "updated", "updated", "created", "updated"]);
    const found = ["a3", "b3", "c3"].map(async (name) => {
      const { body } = await server.call(`/v1/contacts?email=${name}@example.com`, { key });
      return body.data;
    });
    expect(await Promise.all(found)).toEqual([4, 2, 3].map((i) => [all[i]?.contact]));
    expect(all[4]?.contact).toMatchObject({ id: b, external_id: "A-3", phone: "1" });
  });

  test("an element whose contact is stored against the contract fails alone, until an element mends it", async () => {
    const [made] = await results([{ name: "Rota", email: "broken@example.com" }]);
    const id = made?.contact?.id ?? "";
    await sql`update contacts set email = 'no email' where id = ${id}`.execute(server.store.database);
    const [failed, unchanged, created] = await results([
      { id, phone: "1" },
      { id },
      { name: "Sana", email: "sound@example.com" },
    ]);
    for (const result of [failed, unchanged])
      expect(result).toMatchObject({
        status: "failed",
        error: { code: "validation_error", details: [{ path: ["email"], reason: "format" }] },
      });
    expect(created?.status).toBe("created");
    const [mended] = await results([{ id, email: "mended@example.com" }]);
    expect(mended).toMatchObject({
      status: "updated",
      contact: { id, email: "mended@example.com", phone: "" },
    });
  });

  test("a batch that is no list, is empty or too long is refused as a whole", async () => {
    for (const contacts of [{}, [], Array(101).fill({ name: "x", email: "a@example.com" })]) {
      const { status, body } = await batch(contacts);
      expect([status, body.error.details[0]?.path]).toEqual([422, ["contacts"]]);
    }
    expect((await server.call("/v1/contacts/batch", { key, json: {} })).status).toBe(400);
  });

  test("of a hundred counts as one request; simultaneous ones of the same emails create each contact once", async () => {
    const contacts = Array.from({ length: 100 }, (_, i) => ({
      name: `n${i}`,
      email: `race${i}@example.com`,
    }));
    const before = (await batch([{ email: "x@example.com" }])).headers.get("x-ratelimit-remaining");
    const responses = await Promise.all([batch(contacts), batch(contacts.toReversed())]);
    const statuses = responses.flatMap(({ body }) => body.data.results.map(({ status }) => status));
    expect(statuses.filter((status) => status === "created").length).toBe(100);
    expect(statuses.filter((status) => status === "unchanged").length).toBe(100);
    const ids = responses.flatMap(({ body }) => body.data.results.map(({ contact }) => contact?.id));
    expect(new Set(ids).size).toBe(100);
    const after = (await batch([{ email: "x@example.com" }])).headers.get("x-ratelimit-remaining");
    if (Number(after) < Number(before)) expect(Number(before) - Number(after)).toBe(3);
  });

  test.runIf(onPostgres)("finds a contact that another request creates meanwhile", async () => {
    const person = { name: "Luz", email: "meanwhile@example.com" };
    const [before] = await results([{ ...person, email: "before@example.com" }]);
    const first = (transaction: Kysely<Tables>) =>
      sql`update contacts set email = ${person.email} where id = ${before?.contact?.id}`.execute(transaction);
    const [result] = await whileLocked(server.store, first, () => results([person]));
    expect(result).toEqual({ status: "unchanged", contact: { ...before?.contact, email: person.email } });
  });

  test.runIf(onPostgres)("batches that name external ids in two orders wait for no end", async () => {
    const { database } = server.store;
    // Otherwise PostgreSQL looks for a circle of waiting transactions after a second.
    await sql`do $$ begin
      execute format('alter database %I set deadlock_timeout = 5', current_database());
    end $$`.execute(database);
    const store = await openPostgres(await addressOf({ database }));
    const { call } = await startServer({ store });
    onTestFinished(store.close);
    for (let n = 0; n < 50; n++) {
      const ids = Array.from({ length: 10 }, (_, i) => `${n}-${i}`);
      const pair = [ids, ids.toReversed()].map((each, side) =>
        each.map((external_id, i) => ({
          name: "x",
          email: `${side}-${n}-${10 + i}@example.com`,
          external_id,
        })),
      );
      const responses = await Promise.all(
        pair.map((contacts) => call("/v1/contacts/batch", { key, json: { contacts } })),
      );
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    }
  });
});
