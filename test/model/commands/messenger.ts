import { createHmac } from "node:crypto";
import fc from "fast-check";
import { must } from "../law.ts";
import { alive, alone, draft, exists, isLeaving, tell, type Visitor } from "../model.ts";
import { once, step, values, where, which, workspaceAt } from "../step.ts";
import { newText } from "../texts.ts";
import { change, pick, send } from "../world.ts";
import { noteMessage } from "./conversations.ts";

export const startSession = step(
  "startSession",
  values({ ws: where, which, as: fc.constantFrom("nobody", "claim", "known", "new" as const) }),
  async (world, { ws, which, as }) => {
    const workspace = workspaceAt(world, ws);
    const website = await world.website(workspace);
    const person = as === "known" ? pick(alive(workspace, "contact"), which) : draft(workspace, "contact");
    if (!person) return;
    await alone([person], async () => {
      if (person.isLeaving) return;
      const text = (part: string) => newText(world.model, part, workspace, person);
      const email = as === "known" ? String(person.shown["email"]) : `${text("contact")}@example.com`;
      const email_signature = createHmac("sha256", website.signing_secret).update(email).digest("hex");
      const body = {
        ...(as !== "known" && { name: text("name") }),
        ...(as !== "nobody" && { email }),
        ...((as === "known" || as === "new") && { email_signature }),
      };
      const answer = await change(world, website, "createMessengerSession", { body });
      if (!answer || person.isLeaving) return;
      must("what was acknowledged exists", answer.status === 200, () => answer.text);
      if (as === "new") {
        const all = await send(world, await world.key(workspace, "everything"), "listContacts", {
          query: { email },
        });
        const [contact] = all.body.data;
        if (!contact) return must("what was acknowledged exists", false, () => all.text);
        exists(person, contact);
        tell(person, world.server.now(), "contact.created");
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

export const visitorWrites = step(
  "visitorWrites",
  values({ ws: where, which, once, anew: fc.boolean() }),
  async (world, { ws, which, once, anew }) => {
    const workspace = workspaceAt(world, ws);
    const visitor = pick(workspace.visitors, which);
    if (!visitor) return;
    const { person } = visitor;
    const caller = world.visitor(workspace, visitor);
    const conversation = alive(workspace, "conversation").find((it) => it.person === person);
    await alone([person, ...(conversation ? [conversation] : [])], async () => {
      const body = newText(world.model, "message", workspace, person);
      if (conversation && !anew) {
        const input = { path: { id: conversation.id }, body: { body }, once };
        conversation.changes++;
        const answer = await change(world, caller, "createMessengerMessage", input);
        conversation.changes++;
        if (answer && isServed(visitor, answer))
          noteMessage(world, conversation, answer.body.data, "contact");
        return;
      }
      const subject = newText(world.model, "subject of a conversation", workspace, person);
      const answer = await change(world, caller, "createMessengerConversation", {
        body: { body, subject },
        once,
      });
      if (!answer || !isServed(visitor, answer)) return;
      const started = draft(workspace, "conversation", person);
      const everything = await world.key(workspace, "everything");
      const read = await send(world, everything, "getConversation", { path: { id: answer.body.data.id } });
      if (person.id === "") {
        if (read.status !== 200) return;
        const contact = await send(world, everything, "getContact", {
          path: { id: read.body.data.contact_id },
        });
        if (contact.status !== 200) return;
        exists(person, contact.body.data);
        tell(person, world.server.now(), "contact.created");
      }
      exists(started, read.status === 200 ? read.body.data : answer.body.data);
      tell(started, world.server.now(), "conversation.created");
      tell(draft(workspace, "message", person, started), world.server.now(), "message.created");
    });
  },
);

export const visitorReads = step(
  "visitorReads",
  values({ ws: where, which }),
  async (world, { ws, which }) => {
    const workspace = workspaceAt(world, ws);
    const visitor = pick(workspace.visitors, which);
    if (!visitor) return;
    const caller = world.visitor(workspace, visitor);
    isServed(visitor, await send(world, caller, "listMessengerConversations"));
    isServed(visitor, await send(world, caller, "listMessengerArticles"));
    const conversation = alive(workspace, "conversation").find((it) => it.person === visitor.person);
    if (!conversation) return;
    const input = { path: { id: conversation.id } };
    const { status, text } = await send(world, caller, "listMessengerMessages", input);
    const expected = isLeaving(conversation) ? [200, 401, 404] : [200];
    must("what was acknowledged exists", expected.includes(status), () => text);
  },
);

/** A visitor that writes much to a conversation that does not exist; what was not stored counts for nothing. */
export const visitorErrs = step("visitorErrs", values({ ws: where, which }), async (world, { ws, which }) => {
  const workspace = workspaceAt(world, ws);
  const visitor = pick(workspace.visitors, which);
  if (!visitor) return;
  const caller = world.visitor(workspace, visitor);
  const input = { path: { id: "cv_none" }, body: { body: "?" } };
  const statuses: number[] = [];
  for (let sent = 0; sent < 130; sent += 26) {
    const trials = Array.from({ length: 26 }, () => send(world, caller, "createMessengerMessage", input));
    statuses.push(...(await Promise.all(trials)).map(({ status }) => status));
  }
  const expected = visitor.person.isLeaving ? [401, 404] : [404];
  must(
    "limits count what they bound",
    statuses.every((it) => expected.includes(it)),
    () => statuses.join(),
  );
  workspace.visitors.splice(workspace.visitors.indexOf(visitor), 1);
});
