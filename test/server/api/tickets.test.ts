import { beforeAll, describe, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer();
const key = await server.key(["*"]);
const call = server.caller(() => key);

let contact: string;
let strangers: string;
beforeAll(async () => {
  contact = (await call("/v1/contacts", { name: "Ana", email: "ana@example.com" })).body.data.id;
  const stranger = (await call("/v1/contacts", { name: "Eva", email: "eva@example.com" })).body.data.id;
  strangers = (await call("/v1/conversations", { contact_id: stranger, body: "Hola" })).body.data.id;
});
const create = (fields: object = {}) =>
  call("/v1/tickets", { contact_id: contact, subject: "Factura", description: "Está mal.", ...fields });

describe("createTicket", () => {
  test("gives every one of twenty simultaneous tickets its own number", async () => {
    const numbers = (await Promise.all(Array.from({ length: 20 }, () => create()))).map(
      ({ body }) => body.data.number,
    );
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, i) => i + 1));
  });

  test.each<[string, () => object, string]>([
    ["a contact that nobody has", () => ({ contact_id: "nobody" }), "contact_id"],
    ["a conversation that nobody has", () => ({ conversation_id: "nobody" }), "conversation_id"],
    ["a conversation of another contact", () => ({ conversation_id: strangers }), "conversation_id"],
  ])("with %s is 422 at its path", async (_, fields, name) => {
    const { status, body } = await create(fields());
    expect(status).toBe(422);
    expect(body.error.details).toContainEqual({
      path: [name],
      message: expect.any(String),
      reason: "not_found",
    });
  });
});

test("lists keep what was asked for; the contact counts and shows its tickets", async () => {
  const other = (await call("/v1/contacts", { name: "Luz", email: "luz@example.com" })).body.data.id;
  const ids = (await Promise.all(Array.from({ length: 27 }, () => create({ contact_id: other })))).map(
    ({ body }) => body.data.id,
  );
  const { data, has_more } = (await call(`/v1/tickets?contact_id=${other}&limit=100`)).body;
  expect(data.map((ticket: { id: string }) => ticket.id).sort()).toEqual(ids.sort());
  expect(has_more).toBe(false);
  expect((await call(`/v1/tickets?contact_id=${other}&status=solved`)).body.data).toEqual([]);
  const detail = (await call(`/v1/contacts/${other}`)).body.data;
  expect(detail.tickets_count).toBe(27);
  const newest = data.slice(0, limits.embedded).map(({ id }: { id: string }) => id);
  expect(detail.tickets.map(({ id }: { id: string }) => id)).toEqual(newest);
  expect((await call(`/v1/contacts?q=luz`)).body.data[0]?.tickets_count).toBe(27);
});

describe("updateTicket", () => {
  const update = (id: string, json: object) =>
    server.call(`/v1/tickets/${id}`, { key, method: "PATCH", json });

  test("bounds the custom fields that a ticket has after the change", async () => {
    const fields = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${from + i}`, i]));
    const { id } = (await create({ custom_fields: fields(0, limits.customFields) })).body.data;
    const { status, body } = await update(id, { custom_fields: { more: 1 } });
    expect([status, body.error.details[0]?.path]).toEqual([422, ["custom_fields"]]);
    expect((await update(id, { custom_fields: { f0: null, more: 1 } })).status).toBe(200);
  });

  test("keeps what simultaneous changes of other fields wrote", async () => {
    const { id } = (await create()).body.data;
    const keys = Array.from({ length: 10 }, (_, i) => `k${i}`);
    await Promise.all(keys.map((name) => update(id, { custom_fields: { [name]: 1 } })));
    expect(Object.keys((await call(`/v1/tickets/${id}`)).body.data.custom_fields).sort()).toEqual(keys);
  });
});
