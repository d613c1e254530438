import { draftArticle, setArticlePublished } from "../../api/articles.ts";
import { addContact, changeContact } from "../../api/contacts.ts";
import { sendMessage, setConversationStatus, startConversation } from "../../api/conversations.ts";
import { addTicket, changeTicket } from "../../api/tickets.ts";
import { lockedRecipient } from "../../api/messages.ts";
import type { Transaction } from "../../store/transaction.ts";
import { type DemoData, type DemoTime, minutes, timeOf } from "./data.ts";

/** One action of a contact or of the team, and its time. */
export interface Step {
  time: Date;
  run: (tx: Transaction) => Promise<void>;
}

/** The steps that make a demo, oldest first. Their times end yesterday, seen from `now`. */
export function demoSteps({ contacts, conversations, tickets, articles }: DemoData, now: Date): Step[] {
  const steps: Step[] = [];
  const add = (time: number, run: Step["run"]) => {
    // Seconds differ from step to step, as they do in real data.
    const seconds = (steps.length * 7919) % minutes(1);
    steps.push({ time: new Date(time + seconds), run });
  };
  const at = (time: DemoTime, run: Step["run"]) => add(timeOf(time, now), run);
  const contactIds = new Map<string, string>();
  const conversationIds = new Map<string, string>();

  for (const { at: created, updates = [], ...fields } of contacts) {
    at(created, async (tx) => {
      contactIds.set(fields.email, (await addContact(tx, fields)).id);
    });
    for (const { at: updated, ...update } of updates) {
      at(updated, async (tx) => {
        await changeContact(tx, idOf(contactIds, fields.email), update);
      });
    }
  }

  for (const { contact, at: started, messages, closed, ...fields } of conversations) {
    const id = () => idOf(conversationIds, fields.subject);
    let time = timeOf(started, now);
    for (const [i, { after, ...message }] of messages.entries()) {
      time += minutes(after);
      add(time, async (tx) => {
        if (i > 0) {
          await sendMessage(tx, await lockedRecipient(tx, id(), message.author_type), message);
          return;
        }
        const first = { ...fields, contact_id: idOf(contactIds, contact), ...message };
        conversationIds.set(fields.subject, (await startConversation(tx, first)).id);
      });
    }
    if (closed === undefined) continue;
    add(time + minutes(closed), async (tx) => {
      await setConversationStatus(tx, id(), "closed");
    });
  }

  for (const { contact, conversation, at: created, moves = [], ...fields } of tickets) {
    let id = "";
    at(created, async (tx) => {
      const contact_id = idOf(contactIds, contact);
      const origin = conversation !== undefined && { conversation_id: idOf(conversationIds, conversation) };
      ({ id } = await addTicket(tx, { ...fields, contact_id, ...origin }));
    });
    for (const { at: moved, status } of moves) {
      at(moved, async (tx) => {
        await changeTicket(tx, id, { status });
      });
    }
  }

  for (const { at: written, published, ...draft } of articles) {
    let id = "";
    at(written, async (tx) => {
      ({ id } = await draftArticle(tx, draft));
    });
    if (published !== undefined) at(published, (tx) => setArticlePublished(tx, id, true));
  }

  return steps.sort((a, b) => a.time.getTime() - b.time.getTime());
}

function idOf(ids: Map<string, string>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The demo has no ${name} yet.`);
  return id;
}
