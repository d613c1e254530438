import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type {
  AuthorType,
  ConversationStatus,
  CustomFields,
  Event,
  EventType,
  TicketPriority,
  TicketStatus,
} from "../../generated/types.ts";

/** The tables as the newest migration leaves them. Every key starts with the workspace. */
export interface Tables {
  workspaces: { id: string; name: string; created_at: Date; last_ticket_number: Generated<number> };
  api_keys: {
    id: string;
    workspace_id: string;
    name: string;
    scopes: string[];
    /** SHA-256 of the key, hexadecimal. */
    hash: string;
    last_four: string;
    created_at: Date;
    last_used_at: Generated<Date | null>;
    revoked_at: Generated<Date | null>;
  };
  contacts: {
    workspace_id: string;
    id: string;
    name: string;
    email: string;
    phone: string;
    company: string;
    country: string;
    city: string;
    tags: string[];
    lifecycle: string;
    vip: boolean;
    source: string;
    custom_fields: JSONColumnType<CustomFields>;
    created_at: Date;
    last_seen_at: Date;
    /** Name and email without capitals and accents. Filled by the database. */
    search: ColumnType<string, never, never>;
  };
  conversations: {
    workspace_id: string;
    id: string;
    contact_id: string;
    subject: string;
    status: ConversationStatus;
    source: string;
    last_message_at: Date;
    created_at: Date;
  };
  messages: {
    workspace_id: string;
    id: string;
    conversation_id: string;
    author_type: AuthorType;
    body: string;
    created_at: Date;
  };
  tickets: {
    workspace_id: string;
    id: string;
    number: number;
    contact_id: string;
    conversation_id: string | null;
    subject: string;
    description: string;
    status: TicketStatus;
    priority: TicketPriority;
    tags: string[];
    custom_fields: JSONColumnType<CustomFields>;
    created_at: Date;
    updated_at: Date;
  };
  articles: {
    workspace_id: string;
    id: string;
    title: string;
    slug: string;
    excerpt: string;
    body: string;
    category: string;
    locale: string;
    url: string | null;
    /** Null while the article is a draft. */
    published_at: Date | null;
    created_at: Date;
    updated_at: Date;
    search: ColumnType<string, never, never>;
  };
  events: {
    workspace_id: string;
    /** Grows in the order in which events become visible, which that of their ids need not do. */
    sequence: Generated<string>;
    id: string;
    type: EventType;
    data: JSONColumnType<Event["data"]>;
    created_at: Date;
  };
  idempotency_keys: {
    workspace_id: string;
    api_key_id: string;
    path: string;
    key: string;
    /** SHA-256 of the request's body, hexadecimal. */
    request_hash: string;
    /** The answer as it was sent, JSON. */
    answer: string;
    created_at: Date;
  };
}
