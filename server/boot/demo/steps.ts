import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type {
  ArticleContent,
  AuthorType,
  CreateContactRequest,
  CreateTicketRequest,
  UpdateTicketRequest,
} from "../../../generated/types.ts";
import { draftArticle, setArticlePublished } from "../../api/articles.ts";
import type { ContactUpdate } from "../../api/contact-rows.ts";
import { addContact, changeContact } from "../../api/contacts.ts";
import {
  sendMessage,
  setConversationStatus,
  startConversation,
} from "../../api/conversations.ts";
import { lockedRecipient } from "../../api/messages.ts";
import { addTicket, changeTicket } from "../../api/tickets.ts";
import { root } from "../../contract/load.ts";
import type { Transaction } from "../../store/transaction.ts";

/** A contact, and its later changes by the team. The other data refer to it by its email. */
interface DemoContact extends CreateContactRequest {
  country: string;
  at: DemoTime;
  updates?: (ContactUpdate & { at: DemoTime })[];
}

/** A conversation. Tickets refer to it by its subject. */
interface DemoConversation {
  /** Email of the contact. */
  contact: string;
  at: DemoTime;
  subject: string;
  source?: string;
  /** `after`: minutes since the previous message; for the first one, since `at`. */
  messages: { after: number; author_type: AuthorType; body: string }[];
  /**
   * Minutes from the last message until the team closes the conversation; absent when it stays
   * open.
   */
  closed?: number;
}

/** A ticket, and the statuses that the team moves it to. */
interface DemoTicket extends Omit<
  CreateTicketRequest,
  "contact_id" | "conversation_id"
> {
  /** Email of the contact. */
  contact: string;
  /** Subject of the conversation that it comes from. */
  conversation?: string;
  at: DemoTime;
  priority: NonNullable<CreateTicketRequest["priority"]>;
  moves?: {
    at: DemoTime;
    status: NonNullable<UpdateTicketRequest["status"]>;
  }[];
}

/** An article of the help center. Without `published` it stays a draft. */
interface DemoArticle extends ArticleContent {
  at: DemoTime;
  published?: DemoTime;
}

/** Everything that the demo consists of. */
export interface DemoData {
  contacts: DemoContact[];
  conversations: DemoConversation[];
  tickets: DemoTicket[];
  articles: DemoArticle[];
}

/**
 * Reads the files in `data/`. Nothing is checked here: each step of the demo writes an event, and
 * every event is checked against the contract when it is written.
 */
export function readDemo(): DemoData {
  const read = <Name extends keyof DemoData>(name: Name): DemoData[Name] =>
    parse(
      readFileSync(new URL(`server/boot/demo/data/${name}.yaml`, root), "utf8"),
    );
  return {
    contacts: read("contacts"),
    conversations: read("conversations"),
    tickets: read("tickets"),
    articles: read("articles"),
  };
}

/** A day of the demo, counted from 0, and a time of the day in UTC: `3 14:05`. */
type DemoTime = `${number} ${number}:${number}`;

/**
 * The number of days that the demo covers. The last one is yesterday, so that nothing is in the
 * future.
 */
export const days = 21;

const dayLength = 24 * 60 * 60 * 1000;

/** Converts a time of a demo that is made `now` to milliseconds since 1970. */
function timeOf(time: DemoTime, now: Date): number {
  const [day = 0, hour = 0, minute = 0] = time.split(/[ :]/).map(Number);
  const today = Math.floor(now.getTime() / dayLength);
  const firstDay = today - days;
  return (firstDay + day) * dayLength + minutes(hour * 60 + minute);
}

/** Minutes in milliseconds. */
const minutes = (count: number): number => count * 60 * 1000;

/** An action of a contact or of the team, and its time. */
export interface Step {
  time: Date;
  run: (tx: Transaction) => Promise<void>;
}

/** Makes the steps of a demo, oldest first. The last ones are of yesterday, seen from `now`. */
export function demoSteps(
  { contacts, conversations, tickets, articles }: DemoData,
  now: Date,
): Step[] {
  const steps: Step[] = [];
  const add = (time: number, run: Step["run"]) => {
    // The seconds differ from step to step, as they do in real data. 7919 is a prime.
    const offset = (steps.length * 7919) % minutes(1);
    steps.push({ time: new Date(time + offset), run });
  };
  const at = (time: DemoTime, run: Step["run"]) => add(timeOf(time, now), run);
  const contactIds = new Map<string, string>();
  const conversationIds = new Map<string, string>();

  for (const { at: created, updates = [], ...fields } of contacts) {
    at(created, async (tx) => {
      const contact = await addContact(tx, fields);
      contactIds.set(fields.email, contact.id);
    });
    for (const { at: updated, ...update } of updates) {
      at(updated, async (tx) => {
        await changeContact(tx, idOf(contactIds, fields.email), update);
      });
    }
  }

  for (const {
    contact,
    at: started,
    messages,
    closed,
    ...fields
  } of conversations) {
    const conversationId = () => idOf(conversationIds, fields.subject);
    let time = timeOf(started, now);
    for (const [i, { after, ...message }] of messages.entries()) {
      time += minutes(after);
      add(time, async (tx) => {
        if (i === 0) {
          const contact_id = idOf(contactIds, contact);
          const opening = { ...fields, contact_id, ...message };
          const conversation = await startConversation(tx, opening);
          conversationIds.set(fields.subject, conversation.id);
          return;
        }
        const { author_type } = message;
        const recipient = await lockedRecipient(
          tx,
          conversationId(),
          author_type,
        );
        await sendMessage(tx, recipient, message);
      });
    }
    if (closed === undefined) continue;
    add(time + minutes(closed), async (tx) => {
      await setConversationStatus(tx, conversationId(), "closed");
    });
  }

  for (const {
    contact,
    conversation,
    at: created,
    moves = [],
    ...fields
  } of tickets) {
    let id = "";
    at(created, async (tx) => {
      const contact_id = idOf(contactIds, contact);
      const origin = conversation !== undefined && {
        conversation_id: idOf(conversationIds, conversation),
      };
      const ticket = await addTicket(tx, { ...fields, contact_id, ...origin });
      id = ticket.id;
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
      const article = await draftArticle(tx, draft);
      id = article.id;
    });
    if (published !== undefined)
      at(published, (tx) => setArticlePublished(tx, id, true));
  }

  return steps.sort((a, b) => a.time.getTime() - b.time.getTime());
}

function idOf(ids: Map<string, string>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The demo has no ${name} yet.`);
  return id;
}
