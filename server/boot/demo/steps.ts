import { draftArticle, setArticlePublished } from "../../api/articles.ts";
import { addContact, changeContact } from "../../api/contacts.ts";
import {
  sendMessage,
  setConversationStatus,
  startConversation,
} from "../../api/conversations.ts";
import { lockedRecipient } from "../../api/messages.ts";
import { addTicket, changeTicket } from "../../api/tickets.ts";
import type { Transaction } from "../../store/transaction.ts";
import type {
  DemoArticle,
  DemoContact,
  DemoConversation,
  DemoData,
  DemoTicket,
  DemoTime,
} from "./data.ts";

/**
 * The number of days that the demo covers. The last one is yesterday, so that nothing is in the
 * future.
 */
export const days = 21;

const minute = 60 * 1000;
const day = 24 * 60 * minute;

/** An action of a contact or of the team, and its time. */
export interface Step {
  time: Date;
  run: (tx: Transaction) => Promise<void>;
}

/** The ids of what the steps have made so far, by the names that the data refer to. */
interface Ids {
  /** Email → id. */
  contacts: Map<string, string>;
  /** Subject → id. */
  conversations: Map<string, string>;
}

/** Makes the steps of a demo, oldest first. The last ones are of yesterday, seen from `now`. */
export function demoSteps(data: DemoData, now: Date): Step[] {
  const timeOf = timesBefore(now);
  const ids: Ids = { contacts: new Map(), conversations: new Map() };
  const steps = [
    ...data.contacts.flatMap((contact) => contactSteps(contact, timeOf, ids)),
    ...data.conversations.flatMap((conversation) =>
      conversationSteps(conversation, timeOf, ids),
    ),
    ...data.tickets.flatMap((ticket) => ticketSteps(ticket, timeOf, ids)),
    ...data.articles.flatMap((article) => articleSteps(article, timeOf)),
  ];
  return steps
    .map(atItsSecond)
    .sort((a, b) => a.time.getTime() - b.time.getTime());
}

type TimeOf = (time: DemoTime) => Date;

/** Returns a function that places a time of the data in the days before `now`. */
function timesBefore(now: Date): TimeOf {
  const today = Math.floor(now.getTime() / day) * day;
  const firstDay = today - days * day;
  return (time) => {
    const [dayNumber = 0, hours = 0, minutes = 0] = time
      .split(/[ :]/)
      .map(Number);
    return new Date(
      firstDay + dayNumber * day + (hours * 60 + minutes) * minute,
    );
  };
}

const addMinutes = (time: Date, minutes: number) =>
  new Date(time.getTime() + minutes * minute);

/** Adds seconds to the time of a step, as the data have only minutes. 7919 is a prime. */
function atItsSecond({ time, run }: Step, index: number): Step {
  const offset = (index * 7919) % minute;
  return { time: new Date(time.getTime() + offset), run };
}

function contactSteps(
  { at, updates = [], ...fields }: DemoContact,
  timeOf: TimeOf,
  ids: Ids,
): Step[] {
  const creation: Step = {
    time: timeOf(at),
    run: async (tx) => {
      const contact = await addContact(tx, fields);
      ids.contacts.set(fields.email, contact.id);
    },
  };
  const changes = updates.map(({ at: changedAt, ...update }): Step => ({
    time: timeOf(changedAt),
    run: async (tx) => {
      await changeContact(tx, idOf(ids.contacts, fields.email), update);
    },
  }));
  return [creation, ...changes];
}

/** Returns the steps of a conversation: its start, its further messages and its end. */
function conversationSteps(
  { contact, at, messages, closed, ...fields }: DemoConversation,
  timeOf: TimeOf,
  ids: Ids,
): Step[] {
  const steps: Step[] = [];
  let time = timeOf(at);
  for (const [i, { after, ...message }] of messages.entries()) {
    time = addMinutes(time, after);
    const start: Step["run"] = async (tx) => {
      const contact_id = idOf(ids.contacts, contact);
      const opening = { ...fields, contact_id, ...message };
      const { id } = await startConversation(tx, opening);
      ids.conversations.set(fields.subject, id);
    };
    const reply: Step["run"] = async (tx) => {
      const id = idOf(ids.conversations, fields.subject);
      const recipient = await lockedRecipient(tx, id, message.author_type);
      await sendMessage(tx, recipient, message);
    };
    steps.push({ time, run: i === 0 ? start : reply });
  }
  if (closed !== undefined)
    steps.push({
      time: addMinutes(time, closed),
      run: async (tx) => {
        const id = idOf(ids.conversations, fields.subject);
        await setConversationStatus(tx, id, "closed");
      },
    });
  return steps;
}

/** Returns the steps of a ticket: its creation and its changes of status. */
function ticketSteps(
  { contact, conversation, at, moves = [], ...fields }: DemoTicket,
  timeOf: TimeOf,
  ids: Ids,
): Step[] {
  let id = "";
  const creation: Step = {
    time: timeOf(at),
    run: async (tx) => {
      const contact_id = idOf(ids.contacts, contact);
      const origin = conversation !== undefined && {
        conversation_id: idOf(ids.conversations, conversation),
      };
      const ticket = await addTicket(tx, { ...fields, contact_id, ...origin });
      id = ticket.id;
    },
  };
  const changes = moves.map(({ at: movedAt, status }): Step => ({
    time: timeOf(movedAt),
    run: async (tx) => {
      await changeTicket(tx, id, { status });
    },
  }));
  return [creation, ...changes];
}

function articleSteps(
  { at, published, ...content }: DemoArticle,
  timeOf: TimeOf,
): Step[] {
  let id = "";
  const draft: Step = {
    time: timeOf(at),
    run: async (tx) => {
      const article = await draftArticle(tx, content);
      id = article.id;
    },
  };
  if (published === undefined) return [draft];
  const publication: Step = {
    time: timeOf(published),
    run: (tx) => setArticlePublished(tx, id, true),
  };
  return [draft, publication];
}

function idOf(ids: Map<string, string>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The demo has no ${name} yet.`);
  return id;
}
