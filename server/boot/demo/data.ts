import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type {
  ArticleContent,
  AuthorType,
  CreateContactRequest,
  CreateTicketRequest,
  UpdateTicketRequest,
} from "../../../generated/types.ts";
import type { ContactUpdate } from "../../api/contact-rows.ts";
import { root } from "../../contract/load.ts";

/** A contact, and what the team changes of it later. Other data name it by its email. */
interface DemoContact extends CreateContactRequest {
  country: string;
  at: DemoTime;
  updates?: (ContactUpdate & { at: DemoTime })[];
}

/** A conversation. Tickets name it by its subject. */
interface DemoConversation {
  /** Email of the contact. */
  contact: string;
  at: DemoTime;
  subject: string;
  source?: string;
  /** `after`: minutes since the message before. */
  messages: { after: number; author_type: AuthorType; body: string }[];
  /** Minutes from the last message until the team closes the conversation; absent when it stays open. */
  closed?: number;
}

/** A ticket, and the statuses that the team moves it to. */
interface DemoTicket extends Omit<CreateTicketRequest, "contact_id" | "conversation_id"> {
  /** Email of the contact. */
  contact: string;
  /** Subject of the conversation that it comes from. */
  conversation?: string;
  at: DemoTime;
  priority: NonNullable<CreateTicketRequest["priority"]>;
  moves?: { at: DemoTime; status: NonNullable<UpdateTicketRequest["status"]> }[];
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
 * Reads the files in `data/`. Nothing is checked here: each step of the demo writes an event, and every event is checked
 * against the contract when it is written.
 */
export function readDemo(): DemoData {
  const read = <Name extends keyof DemoData>(name: Name): DemoData[Name] =>
    parse(readFileSync(new URL(`server/boot/demo/data/${name}.yaml`, root), "utf8"));
  return {
    contacts: read("contacts"),
    conversations: read("conversations"),
    tickets: read("tickets"),
    articles: read("articles"),
  };
}

/** A day of the demo, the first is 0, and a time in UTC: `3 14:05`. */
export type DemoTime = `${number} ${number}:${number}`;

/** How many days the demo covers. The last of them is yesterday, so that nothing is in the future. */
export const days = 21;

const dayLength = 24 * 60 * 60 * 1000;

/** The milliseconds since 1970 of a time of a demo that is made `now`. */
export function timeOf(time: DemoTime, now: Date): number {
  const [day = 0, hour = 0, minute = 0] = time.split(/[ :]/).map(Number);
  const today = Math.floor(now.getTime() / dayLength);
  return (today - days + day) * dayLength + minutes(hour * 60 + minute);
}

/** Minutes in milliseconds. */
export const minutes = (count: number): number => count * 60 * 1000;
