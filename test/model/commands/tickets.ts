import fc from "fast-check";
import { must } from "../law.ts";
import { alive, alone, draft, exists, isLeaving, tell } from "../model.ts";
import { once, step, values, where, which, who, workspaceAt } from "../step.ts";
import { newText } from "../texts.ts";
import { change, isGranted, pick, send } from "../world.ts";

export const createTicket = step(
  "createTicket",
  values({ ws: where, key: who, which, once, inConversation: fc.boolean() }),
  async (world, { ws, key, which, once, inConversation }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, key);
    const person = pick(alive(workspace, "contact"), which);
    if (!person) return;
    const conversation = alive(workspace, "conversation").find((it) => it.person === person);
    const other = alive(workspace, "contact").find((it) => it !== person);
    const text = () => newText(world.model, "ticket", workspace, person);
    const body = {
      contact_id: person.id,
      ...(inConversation && conversation && { conversation_id: conversation.id }),
      subject: newText(world.model, "subject of a ticket", workspace, person),
      description: text(),
      custom_fields: { seen_with: other?.id ?? "nobody", note: text() },
    };
    const answer = await change(world, caller, "createTicket", { body, once });
    if (!answer) return;
    const expected = isLeaving(person) ? [201, 422] : [201];
    must("what was acknowledged exists", expected.includes(answer.status), () => answer.text);
    if (answer.status !== 201) return;
    const ticket = draft(workspace, "ticket", person);
    exists(ticket, answer.body.data);
    tell(ticket, world.server.now(), "ticket.created");
  },
);

export const updateTicket = step(
  "updateTicket",
  values({
    ...{ ws: where, key: who, which },
    how: fc.constantFrom("status", "priority", "text", "same", "nothing" as const),
    status: fc.constantFrom("open", "solved"),
  }),
  async (world, { ws, key, which, how, status }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, key);
    const ticket = pick(alive(workspace, "ticket"), which);
    if (!ticket) return;
    await alone([ticket], async () => {
      const before = { ...ticket.shown };
      const body = {
        status: { status },
        priority: { priority: "high" },
        text: { custom_fields: { note: newText(world.model, "ticket", workspace, ticket.person) } },
        same: { status: before["status"], priority: before["priority"] },
        nothing: {},
      }[how];
      ticket.changes++;
      const answer = await change(world, caller, "updateTicket", { path: { id: ticket.id }, body });
      ticket.changes++;
      if (!answer) return;
      const expected = isLeaving(ticket) ? [200, 404] : [200];
      must("what was acknowledged exists", expected.includes(answer.status), () => answer.text);
      if (answer.status !== 200) return;
      const changed = Object.entries(body).some(
        ([name, value]) => name === "custom_fields" || before[name] !== value,
      );
      const moved = before["updated_at"] !== answer.body.data.updated_at;
      const told = () => `${JSON.stringify(before)} → ${answer.text}`;
      must("updated_at moves with a change", changed === moved, told);
      if (changed) tell(ticket, world.server.now(), "ticket.updated");
      ticket.shown = { ...answer.body.data };
    });
  },
);

export const getTicket = step(
  "getTicket",
  values({ ws: where, key: who, which }),
  async (world, { ws, key, which }) => {
    const workspace = workspaceAt(world, ws);
    const caller = await world.key(workspace, key);
    const ticket = pick(alive(workspace, "ticket"), which);
    if (!ticket || !isGranted(caller, "getTicket")) return;
    const { status, text } = await send(world, caller, "getTicket", { path: { id: ticket.id } });
    const expected = isLeaving(ticket) ? [200, 404] : [200];
    must("what was acknowledged exists", expected.includes(status), () => text);
  },
);
