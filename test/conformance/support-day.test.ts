import { describe, expect, test } from "vitest";
import {
  createClient,
  isApiError,
  type Client,
  type Contact,
  type Conversation,
  type Event,
  type Fetch,
  type Ticket,
} from "../../client/index.ts";
import { prepare } from "../../server/operator/run.ts";
import { startServer } from "../support/server.ts";

let now: Date;
/** It is this time of the day. */
const at = (time: string) => (now = new Date(`2026-04-01T${time}:00.000Z`));
at("08:00");
const server = await startServer({ clock: () => now, partitioned: true });
const workspace = "Librería Central";

/** What someone types on the operator's command line; gives what it prints. */
const type = async (...line: string[]): Promise<{ id: string; key: string }> =>
  JSON.parse(await prepare([...line, "--workspace", workspace])(server.store));

/** A program with a key of its own that may do this and nothing else. */
const program = async (scopes: string, fetch?: Fetch): Promise<Client> => {
  const { key } = await type("keys", "create", "--scopes", scopes);
  return createClient({ apiKey: key, baseUrl: server.address, ...(fetch && { fetch }) });
};

/** The line of the ticket system breaks once, after the server has responded. */
let lineBreaks = true;
const unreliable: Fetch = async (url, init) => {
  const response = await fetch(url, init);
  if (!lineBreaks) return response;
  lineBreaks = false;
  at("10:01");
  throw new Error("The line broke.");
};

const crm = await program("contacts:read,contacts:write");
const inbox = await program("conversations:read,conversations:write");
const ticketSystem = await program("tickets:read,tickets:write", unreliable);
const website = await program("articles:read");
const warehouse = await program("events:read");

describe("a support day", () => {
  let barbara: Contact;
  let conversation: Conversation;
  let ticket: Ticket;
  let cursor: string | null;

  test("09:00 the CRM brings its contacts, and one of them twice", async () => {
    at("09:00");
    barbara = await crm.contacts.create({ name: "Bárbara Núñez", email: "barbara.nunez@example.com" });
    await crm.contacts.create({ name: "Tomás Agüero", email: "tomas@example.org" });
    const again = { name: "Barbara Nunez", email: "Barbara.Nunez@Example.com" };
    const error: unknown = await crm.contacts.create(again).catch((thrown: unknown) => thrown);

    if (!isApiError(error, "conflict")) throw error;
    expect(await crm.contacts.get(error.body.error.contact_id)).toMatchObject(barbara);
    expect((await crm.contacts.list()).data).toHaveLength(2);
  });

  test("09:30 Bárbara writes, and at 09:45 the team responds", async () => {
    at("09:30");
    conversation = await inbox.conversations.create({
      contact_id: barbara.id,
      subject: "Mi factura",
      body: "La factura de abril está mal.",
      author_type: "contact",
    });
    at("09:45");
    await inbox.conversations.messages.create(conversation.id, { body: "La revisamos hoy mismo." });

    const { data } = await inbox.conversations.messages.list(conversation.id);
    expect(data.map(({ author, body }) => [author.name, body])).toEqual([
      ["Librería Central", "La revisamos hoy mismo."],
      ["Bárbara Núñez", "La factura de abril está mal."],
    ]);
    expect((await crm.contacts.get(barbara.id)).last_seen_at).toBe("2026-04-01T09:30:00.000Z");
  });

  test("10:00 a ticket comes of it: the response is lost on its way, the second attempt gets it", async () => {
    at("10:00");
    ticket = await ticketSystem.tickets.create({
      contact_id: barbara.id,
      conversation_id: conversation.id,
      subject: "Factura con el importe anterior",
      description: "La factura de abril lleva el importe del plan mensual.",
      priority: "high",
    });
    expect(lineBreaks).toBe(false);

    expect(ticket).toMatchObject({ number: 1, status: "open", created_at: "2026-04-01T10:00:00.000Z" });
    expect((await ticketSystem.tickets.list({ contact_id: barbara.id })).data).toEqual([ticket]);
  });

  test("11:00 the team makes Bárbara a VIP customer, solves the ticket and closes the conversation", async () => {
    at("11:00");
    await type("operator", "contact", barbara.id, "--lifecycle", "customer", "--vip", "true");
    await type("operator", "ticket", ticket.id, "solved");
    await type("operator", "conversation", conversation.id, "closed");

    expect(await crm.contacts.get(barbara.id)).toMatchObject({ lifecycle: "customer", vip: true });
    expect(await ticketSystem.tickets.get(ticket.id)).toMatchObject({
      status: "solved",
      updated_at: "2026-04-01T11:00:00.000Z",
    });
    expect((await inbox.conversations.list({ status: "open" })).data).toEqual([]);
  });

  test("12:00 the team publishes what it learnt, and the website finds it without accents", async () => {
    at("12:00");
    const write = (title: string) => type("operator", "article", "--title", title, "--body", "Se lee así.");
    const hours = await write("Horario de atención");
    const { id } = await write("Cómo leer tu factura");
    expect((await website.articles.list()).data).toEqual([]);
    at("12:30");
    for (const article of [hours.id, id]) await type("operator", "publish", article);

    expect((await website.articles.list()).data).toHaveLength(2);
    const { data } = await website.articles.list({ q: "como leer" });
    expect(data).toMatchObject([
      { id, slug: "como-leer-tu-factura", published_at: "2026-04-01T12:30:00.000Z" },
    ]);
    expect(await website.articles.get(id)).toEqual(data[0]);
  });

  test("16:00 Bárbara writes again, which reopens the conversation", async () => {
    at("16:00");
    const thanks = { body: "¡Gracias! Una cosa más…", author_type: "contact" as const };
    await inbox.conversations.messages.create(conversation.id, thanks);

    expect((await inbox.conversations.list({ status: "open" })).data).toEqual([
      {
        ...conversation,
        messages_count: 3,
        last_message_at: "2026-04-01T16:00:00.000Z",
        updated_at: "2026-04-01T16:00:00.000Z",
      },
    ]);
    expect(await crm.contacts.get(barbara.id)).toMatchObject({
      created_at: "2026-04-01T09:00:00.000Z",
      last_seen_at: "2026-04-01T16:00:00.000Z",
      conversations_count: 1,
      conversations: [{ id: conversation.id, status: "open" }],
      tickets_count: 1,
      tickets: [{ id: ticket.id, status: "solved" }],
    });
  });

  test("18:00 the data warehouse reads what happened, in small pages, from the start", async () => {
    at("18:00");
    const happened: Event[] = [];
    cursor = null;
    for (let more = true; more;) {
      const page = await warehouse.events.list({ limit: 5, ...(cursor !== null && { cursor }) });
      happened.push(...page.data);
      ({ next_cursor: cursor, has_more: more } = page);
    }

    expect(happened.map((event) => [event.created_at.slice(11, 16), event.type, gist(event)])).toEqual([
      ["09:00", "contact.created", "Bárbara Núñez, lead"],
      ["09:00", "contact.created", "Tomás Agüero, lead"],
      ["09:30", "conversation.created", "Mi factura, open"],
      ["09:30", "message.created", "Bárbara Núñez"],
      ["09:45", "message.created", "Librería Central"],
      ["10:00", "ticket.created", "1, open"],
      ["11:00", "contact.updated", "Bárbara Núñez, customer, vip"],
      ["11:00", "ticket.updated", "1, solved"],
      ["11:00", "conversation.updated", "Mi factura, closed"],
      ["12:30", "article.published", "Horario de atención"],
      ["12:30", "article.published", "Cómo leer tu factura"],
      ["16:00", "message.created", "Bárbara Núñez"],
      ["16:00", "conversation.updated", "Mi factura, open"],
    ]);
  });

  test("19:00 it goes on from its cursor, and there is nothing new", async () => {
    at("19:00");
    if (cursor === null) throw new Error("The feed was empty.");
    const page = await warehouse.events.list({ cursor });
    expect(page).toEqual({ data: [], next_cursor: cursor, has_more: false });
  });
});

/** The point of an event in a few words; its type tells what its data is. */
function gist(event: Event): string {
  switch (event.type) {
    case "contact.created":
    case "contact.updated":
      return [event.data.name, event.data.lifecycle, ...(event.data.vip ? ["vip"] : [])].join(", ");
    case "contact.deleted":
      return event.data.id;
    case "conversation.created":
    case "conversation.updated":
      return `${event.data.subject}, ${event.data.status}`;
    case "message.created":
      return event.data.author.name;
    case "ticket.created":
    case "ticket.updated":
      return `${event.data.number}, ${event.data.status}`;
    case "article.published":
    case "article.unpublished":
      return event.data.title;
  }
}
