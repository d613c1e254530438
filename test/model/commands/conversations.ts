import { createHmac } from "node:crypto";
import fc from "fast-check";
import { must } from "../../support/check-response.ts";
import { alive, alone, draft, exists, isLeaving, newText } from "../model.ts";
import type { Thing, Visitor } from "../model.ts";
import { changing, isDone, step, tell, thingOf, update } from "../step.ts";
import { change, pick, send, type World } from "../world.ts";
import { noteContact } from "./contacts.ts";

const author = fc.constantFrom("team" as const, "contact" as const);

/** The conversation of a contact, if it has one. */
const ofPerson = (person: Thing) =>
  alive(person.workspace, "conversation").find((it) => it.person === person);

/** Notes a conversation, and its first message. */
function noteConversation(world: World, person: Thing, shown: { id: string }): void {
  const conversation = draft(person.workspace, "conversation", person);
  exists(conversation, shown);
  tell(world, conversation, "conversation.created");
  tell(world, draft(person.workspace, "message", person, conversation), "message.created");
}

/** Notes a message, and that one of the contact reopens its conversation. */
function noteMessage(world: World, conversation: Thing, message: { id: string }, author: string): void {
  const thing = draft(conversation.workspace, "message", conversation.person, conversation);
  exists(thing, message);
  tell(world, thing, "message.created");
  if (author === "team" || conversation.shown["status"] !== "closed") return;
  conversation.shown["status"] = "open";
  tell(world, conversation, "conversation.updated");
}

export const createConversation = step("createConversation", { author }, async ({ author, ...at }) => {
  const { world, workspace, caller, once } = at;
  const person = thingOf(at, "contact");
  if (!person) return;
  const subject = newText(world.model, workspace, person);
  const body = newText(world.model, workspace, person);
  const given = { contact_id: person.id, subject, body, author_type: author };
  const answer = await change(world, caller, "createConversation", { body: given, once });
  if (answer && isDone(person, answer, 201)) noteConversation(world, person, answer.body.data);
});

export const createMessage = step(
  "createMessage",
  { author, mentions: fc.boolean() },
  async ({ author, mentions, ...at }) => {
    const { world, workspace, caller, once } = at;
    const conversation = thingOf(at, "conversation");
    if (!conversation) return;
    await changing(conversation, async () => {
      const own = newText(world.model, workspace, conversation.person);
      const other = alive(workspace, "contact").find((it) => it !== conversation.person);
      const body = { body: mentions ? `${own} ${other?.id ?? ""}` : own, author_type: author };
      const answer = await change(world, caller, "createMessage", {
        ...{ path: { id: conversation.id }, body, once },
      });
      if (answer && isDone(conversation, answer, 201))
        noteMessage(world, conversation, answer.body.data, author);
    });
  },
);

/** The same message, sent again while the first request for it still runs. */
export const retryMessage = step(
  "retryMessage",
  { repeats: fc.integer({ min: 2, max: 4 }) },
  async ({ repeats, ...at }) => {
    const { world, workspace } = at;
    const caller = await world.key(workspace, "team");
    const conversation = thingOf(at, "conversation");
    if (!conversation) return;
    await changing(conversation, async () => {
      const body = newText(world.model, workspace, conversation.person);
      const input = { path: { id: conversation.id }, body: { body }, once: `retry ${body}` };
      const trials = Array.from({ length: repeats }, () => send(world, caller, "createMessage", input));
      const answers = await Promise.all(trials);
      const refused = isLeaving(conversation) ? [409, 404, 422] : [409, 422];
      const done = answers.filter(({ status }) => status === 201);
      const isSo =
        answers.every(({ status }) => status === 201 || refused.includes(status)) &&
        new Set(done.map(({ text }) => text)).size <= 1;
      must("a retry does it once", isSo, () => answers.map(({ text }) => text).join("\n"));
      if (done[0]) noteMessage(world, conversation, done[0].body.data, "team");
    });
  },
);

export const updateConversation = step(
  "updateConversation",
  { status: fc.constantFrom("open", "closed", undefined) },
  async ({ status, ...at }) => {
    const conversation = thingOf(at, "conversation");
    if (conversation) await update(at, "conversation", conversation, () => (status ? { status } : {}));
  },
);

export const createTicket = step(
  "createTicket",
  { inConversation: fc.boolean() },
  async ({ inConversation, ...at }) => {
    const { world, workspace, caller, once } = at;
    const person = thingOf(at, "contact");
    if (!person) return;
    const conversation = inConversation ? ofPerson(person) : undefined;
    const other = alive(workspace, "contact").find((it) => it !== person);
    const text = () => newText(world.model, workspace, person);
    const body = {
      contact_id: person.id,
      ...(conversation && { conversation_id: conversation.id }),
      subject: text(),
      description: text(),
      custom_fields: { seen_with: other?.id ?? "nobody", note: text() },
    };
    const answer = await change(world, caller, "createTicket", { body, once });
    if (!answer || !isDone(person, answer, 201)) return;
    const ticket = draft(workspace, "ticket", person);
    exists(ticket, answer.body.data);
    tell(world, ticket, "ticket.created");
  },
);

export const updateTicket = step(
  "updateTicket",
  {
    how: fc.constantFrom("status", "priority", "text", "same", "nothing" as const),
    to: fc.constantFrom("open", "solved"),
  },
  async ({ how, to, ...at }) => {
    const ticket = thingOf(at, "ticket");
    if (!ticket) return;
    const { world, workspace } = at;
    const note = () => newText(world.model, workspace, ticket.person);
    const bodies = {
      status: () => ({ status: to }),
      priority: () => ({ priority: "high" }),
      text: () => ({ custom_fields: { note: note() } }),
      same: ({ status, priority }: Record<string, unknown>) => ({ status, priority }),
      nothing: () => ({}),
    };
    await update(at, "ticket", ticket, bodies[how]);
  },
);

export const startSession = step(
  "startSession",
  { as: fc.constantFrom("nobody", "claim", "existing", "new" as const) },
  async ({ as, ...at }) => {
    const { world, workspace, caller } = at;
    const website = await world.website(workspace);
    const person = as === "existing" ? thingOf(at, "contact") : draft(workspace, "contact");
    if (!person) return;
    await alone([person], async () => {
      if (person.isLeaving) return;
      const text = () => newText(world.model, workspace, person);
      const email = as === "existing" ? String(person.shown["email"]) : `${text()}@example.com`;
      const email_signature = createHmac("sha256", website.signing_secret).update(email).digest("hex");
      const body = {
        ...(as !== "existing" && { name: text() }),
        ...(as !== "nobody" && { email }),
        ...((as === "existing" || as === "new") && { email_signature }),
      };
      const answer = await change(world, website, "createMessengerSession", { body });
      if (!answer || person.isLeaving) return;
      must("what was acknowledged exists", answer.status === 200, () => answer.text);
      if (as === "new") {
        const all = await send(world, caller, "listContacts", { query: { email } });
        const [contact] = all.body.data;
        if (!contact) return must("what was acknowledged exists", false, () => all.text);
        noteContact(world, person, contact);
      }
      workspace.visitors.push({ secret: answer.body.data.secret, address: website.address, person });
    });
  },
);

/** Whether a visitor was served; the session ends with its contact. */
function isServed({ person }: Visitor, { status, text }: { status: number; text: string }): boolean {
  const expected = person.isLeaving ? [200, 201, 401, 404] : [200, 201];
  must("what was acknowledged exists", expected.includes(status), () => text);
  return status < 300;
}

export const visitorWrites = step("visitorWrites", { anew: fc.boolean() }, async ({ anew, ...at }) => {
  const { world, workspace, which, once } = at;
  const visitor = pick(workspace.visitors, which);
  if (!visitor) return;
  const { person } = visitor;
  const caller = { workspace, ...visitor };
  const conversation = anew ? undefined : ofPerson(person);
  const text = () => newText(world.model, workspace, person);
  await alone([person, ...(conversation ? [conversation] : [])], async () => {
    const body = text();
    if (conversation) {
      const input = { path: { id: conversation.id }, body: { body }, once };
      conversation.changes++;
      const answer = await change(world, caller, "createMessengerMessage", input);
      conversation.changes++;
      if (answer && isServed(visitor, answer)) noteMessage(world, conversation, answer.body.data, "contact");
      return;
    }
    const input = { body: { body, subject: text() }, once };
    const answer = await change(world, caller, "createMessengerConversation", input);
    if (!answer || !isServed(visitor, answer)) return;
    const read = await send(world, at.caller, "getConversation", { path: { id: answer.body.data.id } });
    if (person.id === "") {
      if (read.status !== 200) return;
      const path = { id: read.body.data.contact_id };
      const contact = await send(world, at.caller, "getContact", { path });
      if (contact.status !== 200) return;
      noteContact(world, person, contact.body.data);
    }
    noteConversation(world, person, read.status === 200 ? read.body.data : answer.body.data);
  });
});
