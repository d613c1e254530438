import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type {
  Attempt,
  AuthorType,
  ConversationStatus,
  CustomFields,
  DeliveryStatus,
  Event,
  TestEvent,
  TicketPriority,
  TicketStatus,
  Webhook,
} from "../../generated/types.ts";
import { internalColumns, type ColumnsOf, type InternalTables } from "./internal-tables.ts";
import type { Moment } from "./timestamp.ts";

/** How much a row counts for the quotas (ledger.ts). Filled by the database. */
export type Size = ColumnType<number, never, never>;

/** The tables as the newest migration leaves them. Every key starts with the workspace. */
export interface Tables extends InternalTables {
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
    created_at: Moment;
    /** Null until the first change. */
    updated_at: Generated<Moment | null>;
    last_seen_at: Moment;
    /** Name and email without capitals and accents. Filled by the database. */
    search: ColumnType<string, never, never>;
    bytes: Size;
  };
  conversations: {
    workspace_id: string;
    id: string;
    contact_id: string;
    subject: string;
    status: ConversationStatus;
    source: string;
    last_message_at: Moment;
    created_at: Moment;
    /** Null until the first change or the second message. */
    updated_at: Generated<Moment | null>;
    bytes: Size;
  };
  messages: {
    workspace_id: string;
    id: string;
    conversation_id: string;
    author_type: AuthorType;
    body: string;
    created_at: Moment;
    bytes: Size;
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
    created_at: Moment;
    updated_at: Moment;
    bytes: Size;
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
    published_at: Moment | null;
    created_at: Moment;
    updated_at: Moment;
    search: ColumnType<string, never, never>;
  };
  events: {
    workspace_id: string;
    /** The order of the feed. A lower number may become visible later: see feed.ts. */
    sequence: Generated<string>;
    id: string;
    /** An erased event is its number and its time alone. */
    type: (Event | TestEvent)["type"] | "erased";
    data: JSONColumnType<(Event | TestEvent)["data"]>;
    created_at: Moment;
    /** Whom the event is about, so that it is erased with this contact; null for nobody. */
    contact_id: string | null;
    bytes: Size;
  };
  webhooks: {
    workspace_id: string;
    id: string;
    url: string;
    events: Webhook["events"];
    description: string;
    status: Webhook["status"];
    disabled_reason: Webhook["disabled_reason"];
    /** Encrypted. */
    secret: string;
    /** Encrypted; signs as well until `previous_secret_expires_at`. */
    previous_secret: string | null;
    previous_secret_expires_at: Moment | null;
    /** When the first attempt failed after the last that succeeded. */
    failing_since: Moment | null;
    /** How many have failed since then. */
    failed_attempts: Generated<number>;
    created_at: Moment;
    updated_at: Moment;
  };
  webhook_deliveries: {
    workspace_id: string;
    id: string;
    webhook_id: string;
    event_id: string;
    status: DeliveryStatus;
    /** Whether a failure is followed by another attempt; a test and a redelivery are one attempt only. */
    retry: boolean;
    /** How many were made. */
    attempts: Generated<number>;
    next_attempt_at: Moment | null;
    /** Until when a worker has it for an attempt. */
    claimed_until: Generated<Moment | null>;
    created_at: Moment;
    /** How much it counts for the quotas with its attempts (ledger.ts). */
    bytes: Generated<number>;
  };
  webhook_attempts: Omit<Attempt, "attempted_at"> & { workspace_id: string; delivery_id: string; at: Moment };
}

/** Every table of the newest migration and its columns. */
export const columns = {
  ...internalColumns,
  contacts: [
    "workspace_id",
    "id",
    "name",
    "email",
    "phone",
    "company",
    "country",
    "city",
    "tags",
    "lifecycle",
    "vip",
    "source",
    "custom_fields",
    "created_at",
    "updated_at",
    "last_seen_at",
    "search",
    "bytes",
  ],
  conversations: [
    "workspace_id",
    "id",
    "contact_id",
    "subject",
    "status",
    "source",
    "last_message_at",
    "created_at",
    "updated_at",
    "bytes",
  ],
  messages: ["workspace_id", "id", "conversation_id", "author_type", "body", "created_at", "bytes"],
  tickets: [
    "workspace_id",
    "id",
    "number",
    "contact_id",
    "conversation_id",
    "subject",
    "description",
    "status",
    "priority",
    "tags",
    "custom_fields",
    "created_at",
    "updated_at",
    "bytes",
  ],
  articles: [
    "workspace_id",
    "id",
    "title",
    "slug",
    "excerpt",
    "body",
    "category",
    "locale",
    "url",
    "published_at",
    "created_at",
    "updated_at",
    "search",
  ],
  events: ["workspace_id", "sequence", "id", "type", "data", "created_at", "contact_id", "bytes"],
  webhooks: [
    "workspace_id",
    "id",
    "url",
    "events",
    "description",
    "status",
    "disabled_reason",
    "secret",
    "previous_secret",
    "previous_secret_expires_at",
    "failing_since",
    "failed_attempts",
    "created_at",
    "updated_at",
  ],
  webhook_deliveries: [
    "workspace_id",
    "id",
    "webhook_id",
    "event_id",
    "status",
    "retry",
    "attempts",
    "next_attempt_at",
    "claimed_until",
    "created_at",
    "bytes",
  ],
  webhook_attempts: [
    "workspace_id",
    "delivery_id",
    "number",
    "at",
    "response_status",
    "error",
    "duration_ms",
    "response_excerpt",
  ],
} as const satisfies ColumnsOf<Tables>;

type None<T extends never> = T;
/**
 * The columns that the list above lacks: while there is one, this does not compile, and the compiler names it.
 * @public
 */
export type Unlisted = None<
  {
    [Table in keyof Tables]: Exclude<keyof Tables[Table], (typeof columns)[Table][number]>;
  }[keyof Tables]
>;
