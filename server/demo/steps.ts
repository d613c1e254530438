import { draftArticle, setArticlePublished } from "../resources/articles.ts";
import { addContact, changeContact } from "../resources/contacts.ts";
import { sendMessage, setConversationStatus, startConversation } from "../resources/conversations.ts";
import { addTicket, changeTicket } from "../resources/tickets.ts";
import type { OpenChange } from "../store/at-end.ts";
import type { DemoData } from "./data.ts";
import { minutes, timeOf, type DemoTime } from "./time.ts";

/** One action of a contact or of the team, and its time. */
export interface Step {
  time: Date;
  run: (change: OpenChange) => Promise<void>;
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
    at(created, async (change) => {
      contactIds.set(fields.email, (await addContact(change, fields)).id);
    });
    for (const { at: updated, ...update } of updates) {
      at(updated, async (change) => {
        await changeContact(change, known(contactIds, fields.email), update);
      });
    }
  }

  for (const { contact, at: started, messages, closed, ...fields } of conversations) {
    const id = () => known(conversationIds, fields.subject);
    let time = timeOf(started, now);
    for (const [i, { after, ...message }] of messages.entries()) {
      time += minutes(after);
      add(time, async (change) => {
        if (i > 0) {
          await sendMessage(change, id(), message);
          return;
        }
        const first = { ...fields, contact_id: known(contactIds, contact), ...message };
        conversationIds.set(fields.subject, (await startConversation(change, first)).id);
      });
    }
    if (closed === undefined) continue;
    add(time + minutes(closed), async (change) => {
      await setConversationStatus(change, id(), "closed");
    });
  }

  for (const { contact, conversation, at: created, moves = [], ...fields } of tickets) {
    let id = "";
    at(created, async (change) => {
      const contact_id = known(contactIds, contact);
      const origin = conversation !== undefined && { conversation_id: known(conversationIds, conversation) };
      ({ id } = await addTicket(change, { ...fields, contact_id, ...origin }));
    });
    for (const { at: moved, status } of moves) {
      at(moved, async (change) => {
        await changeTicket(change, id, { status });
      });
    }
  }

  for (const { at: written, published, ...draft } of articles) {
    let id = "";
    at(written, async (change) => {
      ({ id } = await draftArticle(change, draft));
    });
    if (published !== undefined) at(published, (change) => setArticlePublished(change, id, true));
  }

  return steps.sort((a, b) => a.time.getTime() - b.time.getTime());
}

function known(ids: Map<string, string>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The demo has no ${name} yet.`);
  return id;
}
