import fc from "fast-check";
import { must } from "../law.ts";
import { alive, alone, draft, exists, isLeaving, tell, type Thing } from "../model.ts";
import { once, step, values, where, which, who, workspaceAt } from "../step.ts";
import { newText } from "../texts.ts";
import { change, isGranted, pick, send, type World } from "../world.ts";

const author = fc.constantFrom("team" as const, "contact" as const);

/** Whether something that was asked about a thing happened; it may not have when the thing is on its way out. */
function isDone(thing: Thing, { status, text }: { status: number; text: string }, success: number): boolean {
  const expected = isLeaving(thing) ? [success, 404, 422] : [success];
  must("what was acknowledged exists", expected.includes(status), () => `${thing.id}: ${text}`);
  return status === success;
}

export const createConversation = step(
  "createConversation",
  values({ ws: where, key: who, which, once, author }),
  async (world, { ws, key, which, once, author }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, key);
    const person = pick(alive(workspace, "contact"), which);
    if (!person) return;
    const subject = newText(world.model, "subject of a conversation", workspace, person);
    const body = newText(world.model, "message", workspace, person);
    const given = { contact_id: person.id, subject, body, author_type: author };
    const answer = await change(world, caller, "createConversation", { body: given, once });
    if (!answer || !isDone(person, answer, 201)) return;
    const conversation = draft(workspace, "conversation", person);
    exists(conversation, answer.body.data);
    tell(conversation, world.server.now(), "conversation.created");
    tell(draft(workspace, "message", person, conversation), world.server.now(), "message.created");
  },
);

/** Notes a message, and that one of the contact reopens its conversation. */
export function noteMessage(
  { server }: World,
  conversation: Thing,
  message: { id: string; body: string },
  author: string,
): void {
  const { workspace, person } = conversation;
  const thing = draft(workspace, "message", person, conversation);
  exists(thing, message);
  tell(thing, server.now(), "message.created");
  if (author === "team" || conversation.shown["status"] !== "closed") return;
  conversation.shown["status"] = "open";
  tell(conversation, server.now(), "conversation.updated");
}

export const createMessage = step(
  "createMessage",
  values({ ws: where, key: who, which, once, author, mentions: fc.boolean() }),
  async (world, { ws, key, which, once, author, mentions }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, key);
    const conversation = pick(alive(workspace, "conversation"), which);
    if (!conversation) return;
    await alone([conversation], async () => {
      const own = newText(world.model, "message", workspace, conversation.person);
      const other = alive(workspace, "contact").find((it) => it !== conversation.person);
      const body = mentions ? `${own} ${other?.id ?? ""}` : own;
      const input = { path: { id: conversation.id }, body: { body, author_type: author }, once };
      conversation.changes++;
      const answer = await change(world, caller, "createMessage", input);
      conversation.changes++;
      if (answer && isDone(conversation, answer, 201))
        noteMessage(world, conversation, answer.body.data, author);
    });
  },
);

/** The same message, sent again while the first request for it still runs. */
export const retryMessage = step(
  "retryMessage",
  values({ ws: where, which, repeats: fc.integer({ min: 2, max: 4 }) }),
  async (world, { ws, which, repeats }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, "team");
    const conversation = pick(alive(workspace, "conversation"), which);
    if (!conversation) return;
    await alone([conversation], async () => {
      const body = newText(world.model, "message", workspace, conversation.person);
      const input = { path: { id: conversation.id }, body: { body }, once: `retry ${body}` };
      const trials = Array.from({ length: repeats }, () => send(world, caller, "createMessage", input));
      conversation.changes++;
      const answers = await Promise.all(trials);
      conversation.changes++;
      const done = answers.filter(({ status }) => status === 201);
      const others = answers.filter(({ status }) => status !== 201).map(({ status }) => status);
      const told = () => answers.map(({ text }) => text).join("\n");
      const refused = isLeaving(conversation) ? [409, 404, 422] : [409, 422];
      must(
        "a retry does it once",
        others.every((it) => refused.includes(it)),
        told,
      );
      must("a retry does it once", new Set(done.map(({ text }) => text)).size <= 1, told);
      const [first] = done;
      if (first) noteMessage(world, conversation, first.body.data, "team");
    });
  },
);

export const updateConversation = step(
  "updateConversation",
  values({ ws: where, key: who, which, status: fc.constantFrom("open", "closed", undefined) }),
  async (world, { ws, key, which, status }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, key);
    const conversation = pick(alive(workspace, "conversation"), which);
    if (!conversation) return;
    await alone([conversation], async () => {
      const before = await send(world, await world.key(workspace, "everything"), "getConversation", {
        path: { id: conversation.id },
      });
      const body = status ? { status } : {};
      conversation.changes++;
      const answer = await change(world, caller, "updateConversation", {
        path: { id: conversation.id },
        body,
      });
      conversation.changes++;
      if (!answer || !isDone(conversation, answer, 200) || before.status !== 200) return;
      const changed = status !== undefined && status !== before.body.data.status;
      const moved = before.body.data.updated_at !== answer.body.data.updated_at;
      must("updated_at moves with a change", changed === moved, () => before.text + answer.text);
      if (changed) tell(conversation, world.server.now(), "conversation.updated");
      conversation.shown = { ...answer.body.data };
    });
  },
);

export const getConversation = step(
  "getConversation",
  values({ ws: where, key: who, which }),
  async (world, { ws, key, which }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, key);
    const conversation = pick(alive(workspace, "conversation"), which);
    if (!conversation || !isGranted(caller, "getConversation")) return;
    isDone(
      conversation,
      await send(world, caller, "getConversation", { path: { id: conversation.id } }),
      200,
    );
  },
);
