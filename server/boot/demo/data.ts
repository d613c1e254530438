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

/** A day of the demo, counted from 0, and a time of the day in UTC: `3 14:05`. */
export type DemoTime = `${number} ${number}:${number}`;

/** A contact, and its later changes by the team. The other data refer to it by its email. */
export interface DemoContact extends CreateContactRequest {
  country: string;
  at: DemoTime;
  updates?: (ContactUpdate & { at: DemoTime })[];
}

/** A conversation. Tickets refer to it by its subject. */
export interface DemoConversation {
  /** Email of the contact. */
  contact: string;
  at: DemoTime;
  subject: string;
  source?: string;
  messages: DemoMessage[];
  /**
   * Minutes from the last message until the team closes the conversation; absent when it stays
   * open.
   */
  closed?: number;
}

interface DemoMessage {
  /** Minutes since the previous message; for the first one, since `at` of the conversation. */
  after: number;
  author_type: AuthorType;
  body: string;
}

/** A ticket, and the statuses that the team moves it to. */
export interface DemoTicket extends Omit<
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
export interface DemoArticle extends ArticleContent {
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
