import { expect, test } from "vitest";
import { createClient, type CreateTicketRequest } from "../../client/index.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const { contacts, conversations, tickets } = createClient({
  apiKey: await server.key(["*"]),
  baseUrl: server.address,
});
const { id: contact_id } = await contacts.create({ name: "Ana", email: "ana@example.com" });
const minimal: CreateTicketRequest = { contact_id, subject: "Factura", description: "Está mal." };
const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

test("create gives the new ticket, get gives it again", async () => {
  const { id: conversation_id } = await conversations.create({ contact_id, body: "Hola" });
  const full: CreateTicketRequest = {
    ...minimal,
    conversation_id,
    priority: "high",
    tags: ["facturación"],
    custom_fields: { factura: "A-0001", monto: 12.5 },
  };
  const created = await tickets.create(full);
  expect(created).toMatchObject({ ...full, object: "ticket", status: "open" });
  expect(await tickets.get(created.id)).toEqual(created);
});

test("list keeps what was asked for, page after page, newest first", async () => {
  const { id: eva } = await contacts.create({ name: "Eva", email: "eva@example.com" });
  const first = await tickets.create({ ...minimal, contact_id: eva });
  const second = await tickets.create({ ...minimal, contact_id: eva });
  const page = await tickets.list({ contact_id: eva, status: "open", limit: 1 });
  expect([ids(page), page.has_more]).toEqual([[second.id], true]);
  expect(ids(await tickets.list({ contact_id: eva, cursor: second.id }))).toEqual([first.id]);
  expect(ids(await tickets.list({ contact_id: eva, status: "solved" }))).toEqual([]);
  expect(ids(await tickets.list())).toContain(first.id);
});

test("an idempotencyKey makes create safe to repeat", async () => {
  const { id: luz } = await contacts.create({ name: "Luz", email: "luz@example.com" });
  const create = () => tickets.create({ ...minimal, contact_id: luz }, { idempotencyKey: "once" });
  const created = await create();
  expect(await create()).toEqual(created);
  expect(ids(await tickets.list({ contact_id: luz }))).toEqual([created.id]);
});

test("a ticket that does not exist is not_found, one for nobody is refused at its path", async () => {
  await expect(tickets.get("tk_01jqxm0n5ye1hbs8k4c7d3fg2w")).rejects.toMatchObject({ code: "not_found" });
  await expect(tickets.create({ ...minimal, contact_id: "nobody" })).rejects.toMatchObject({
    code: "validation_error",
    details: [{ path: ["contact_id"] }],
  });
});
