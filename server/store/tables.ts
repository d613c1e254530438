import { sql, type RawBuilder } from "kysely";
import { limits } from "../../generated/constants.ts";
import { fields } from "../../generated/objects.ts";
import type * as contract from "../../generated/types.ts";
import {
  bigint,
  boolean,
  bytea,
  bytes,
  defaulted,
  fixed,
  float,
  generated,
  integer,
  json,
  nullable,
  text,
  texts,
  timestamp,
  type ColumnsOf,
  type TypesOf,
} from "./columns.ts";

const id = { id: fixed(text()) };
const ofWorkspace = { workspace_id: fixed(text()) };

/**
 * Every table as the newest migration leaves it, after those that it refers to. Inserts, updates
 * and the columns that are read follow from this, and the compiler holds it against the contract:
 * each field of an object has its column.
 */
export const tables = {
  contacts: {
    ...ofWorkspace,
    ...id,
    name: text(),
    email: text(),
    external_id: nullable(text()),
    phone: text(),
    company: text(),
    country: text(),
    city: text(),
    tags: texts(),
    lifecycle: text(),
    vip: boolean(),
    source: fixed(text()),
    custom_fields: json<contract.CustomFields>(),
    created_at: fixed(timestamp()),
    updated_at: timestamp(),
    last_seen_at: timestamp(),
    /** Name and email without capitals and accents. */
    search: generated(text()),
    bytes: bytes(),
  } satisfies ColumnsOf<
    Omit<contract.Contact, "conversations_count" | "tickets_count" | "version">,
    Omit<contract.UpdateContactRequest, "add_tags" | "remove_tags">
  >,

  conversations: {
    ...ofWorkspace,
    ...id,
    contact_id: fixed(text()),
    subject: fixed(text()),
    status: text<contract.ConversationStatus>(),
    source: fixed(text()),
    last_message_at: timestamp(),
    created_at: fixed(timestamp()),
    updated_at: timestamp(),
    bytes: bytes(),
  } satisfies ColumnsOf<
    Omit<contract.Conversation, "messages_count" | "version">,
    contract.UpdateConversationRequest
  >,

  messages: {
    ...ofWorkspace,
    ...id,
    conversation_id: fixed(text()),
    author_type: fixed(text<contract.AuthorType>()),
    body: fixed(text()),
    created_at: fixed(timestamp()),
    bytes: bytes(),
  } satisfies ColumnsOf<Omit<contract.Message, "author">>,

  tickets: {
    ...ofWorkspace,
    ...id,
    number: fixed(integer()),
    contact_id: fixed(text()),
    conversation_id: fixed(nullable(text())),
    subject: text(),
    description: fixed(text()),
    status: text<contract.TicketStatus>(),
    priority: text<contract.TicketPriority>(),
    tags: texts(),
    custom_fields: json<contract.CustomFields>(),
    created_at: fixed(timestamp()),
    updated_at: timestamp(),
    bytes: bytes(),
  } satisfies ColumnsOf<
    Omit<contract.Ticket, "version">,
    Omit<contract.UpdateTicketRequest, "add_tags" | "remove_tags">
  >,

  articles: {
    ...ofWorkspace,
    ...id,
    title: fixed(text()),
    slug: fixed(text()),
    excerpt: fixed(text()),
    body: fixed(text()),
    category: fixed(text()),
    locale: fixed(text()),
    url: fixed(nullable(text())),
    /** Null until the article is published for the first time. */
    published_at: nullable(timestamp()),
    is_published: defaulted(boolean()),
    created_at: fixed(timestamp()),
    updated_at: timestamp(),
    search: generated(text()),
  } satisfies ColumnsOf<Omit<contract.Article, "version">>,

  events: {
    ...ofWorkspace,
    /** The order of the feed. A lower number may become visible later: see feed.ts. */
    sequence: generated(bigint()),
    ...id,
    /** An erased event is its number and its time alone. */
    type: text<(contract.Event | contract.TestEvent)["type"] | "erased">(),
    data: json<
      (contract.Event | contract.TestEvent)["data"] | Record<string, never>
    >(),
    created_at: fixed(timestamp()),
    /** The contact with which the event is erased; null when the event is about none. */
    contact_id: nullable(text()),
    /** Null when no request caused it. */
    request: nullable(json<Omit<contract.EventRequest, "client_name">>()),
    /**
     * The client name of the request, in a column of its own: servers without this column show the
     * rest.
     */
    client_name: nullable(text()),
    /** Null where nothing was before. */
    previous: nullable(json<contract.PreviousValues>()),
    bytes: bytes(),
  } satisfies ColumnsOf<contract.Event>,

  webhooks: {
    ...ofWorkspace,
    ...id,
    url: text(),
    events: texts<contract.Webhook["events"]>(),
    description: text(),
    status: text<contract.Webhook["status"]>(),
    disabled_reason:
      nullable(text<NonNullable<contract.Webhook["disabled_reason"]>>()),
    /** Encrypted. */
    secret: text(),
    /** Encrypted; signs as well until `previous_secret_expires_at`. */
    previous_secret: nullable(text()),
    previous_secret_expires_at: nullable(timestamp()),
    /** The time of the first failed attempt after the last successful one. */
    failing_since: nullable(timestamp()),
    /** The number of attempts that have failed since then. */
    failed_attempts: defaulted(integer()),
    created_at: fixed(timestamp()),
    updated_at: timestamp(),
  } satisfies ColumnsOf<
    Omit<contract.Webhook, "version">,
    contract.UpdateWebhookRequest
  >,

  webhook_deliveries: {
    ...ofWorkspace,
    ...id,
    webhook_id: fixed(text()),
    event_id: fixed(text()),
    status: text<contract.DeliveryStatus>(),
    /**
     * True when a failure is followed by another attempt; a test and a redelivery are one attempt
     * only.
     */
    retry: boolean(),
    /** The number of attempts. */
    attempts: defaulted(integer()),
    next_attempt_at: nullable(timestamp()),
    /** The time until which a worker has claimed it for an attempt. */
    claimed_until: nullable(timestamp()),
    created_at: fixed(timestamp()),
    /** The number of bytes that it counts for the quotas with its attempts (usage/usage.ts). */
    bytes: defaulted(integer()),
  } satisfies ColumnsOf<Omit<contract.Delivery, "event_type">>,

  webhook_attempts: {
    ...ofWorkspace,
    delivery_id: text(),
    number: integer(),
    at: timestamp(),
    response_status: nullable(integer()),
    error: nullable(text<NonNullable<contract.Attempt["error"]>>()),
    duration_ms: integer(),
    response_excerpt: text(),
  } satisfies ColumnsOf<Omit<contract.Attempt, "attempted_at">>,

  workspaces: {
    ...id,
    name: text(),
    created_at: timestamp(),
    /** The quotas that it has in place of the server's. */
    quotas: nullable(json<{ contacts?: number; bytes?: number }>()),
    suspended_at: nullable(timestamp()),
    /** The operator's reason; null while it is not suspended. */
    suspended_because: nullable(text()),
  },

  api_keys: {
    ...id,
    ...ofWorkspace,
    name: text(),
    scopes: texts(),
    /** SHA-256 of the key, hexadecimal. */
    hash: text(),
    last_four: text(),
    created_at: timestamp(),
    last_used_at: nullable(timestamp()),
    revoked_at: nullable(timestamp()),
    /** The time from which on the key is refused. */
    expires_at: nullable(timestamp()),
    /** The lifetime of a rotated key, in seconds: without an end Infinity. */
    lifetime: nullable(float()),
  },

  /** The public tokens of websites. */
  messenger_tokens: {
    ...id,
    ...ofWorkspace,
    name: text(),
    /** The origins whose pages may use it, e.g. `https://shop.example`. */
    origins: texts(),
    /** SHA-256 of the token, hexadecimal. */
    hash: text(),
    last_four: text(),
    /** The secret with which the website signs emails, encrypted. */
    secret: text(),
    /** The secret before a rotation, which is accepted until then, encrypted. */
    previous_secret: nullable(text()),
    previous_secret_expires_at: nullable(timestamp()),
    created_at: timestamp(),
    revoked_at: nullable(timestamp()),
  },

  /** The sessions of visitors, which end some time after they were created. */
  messenger_sessions: {
    ...id,
    ...ofWorkspace,
    token_id: text(),
    /** SHA-256 of the session's secret, hexadecimal. */
    hash: text(),
    /** Null until an anonymous visitor writes. */
    contact_id: nullable(text()),
    /** The name that an anonymous visitor has given, who has not written yet. */
    name: text(),
    email: text(),
    email_verified: boolean(),
    created_at: timestamp(),
    bytes: bytes(),
  },

  /** Actions of operators; see audit.ts. */
  audit_log: {
    ...id,
    created_at: timestamp(),
    by: text(),
    command: text(),
    /** The workspace's id, also when the workspace is erased. */
    workspace: nullable(text()),
    subject: nullable(text()),
  },

  /** Requests of workspaces in periods of ten minutes, of the last hour. */
  request_counts: {
    workspace: fixed(text()),
    period: fixed(timestamp()),
    count: bigint(),
  },

  /**
   * The last day of each use of a deprecated operation, parameter or field
   * (auth/deprecated-uses.ts).
   */
  deprecated_uses: {
    ...ofWorkspace,
    /** An empty text for a request without an API key. */
    api_key_id: text(),
    operation: text(),
    name: text(),
    /** Its beginning, in UTC. */
    last_day: timestamp(),
  },

  /** The number of the newest ticket of a workspace that has one. */
  ticket_numbers: { ...ofWorkspace, last_number: integer() },

  /**
   * The usage of a workspace (usage/usage.ts) in parts, so that transactions which count at once
   * need not wait for each other.
   */
  workspace_usage_parts: {
    ...ofWorkspace,
    part: integer(),
    contacts: bigint(),
    bytes: bigint(),
  },

  /** Positions of elements that their lists no longer have; see usage/cursor-positions.ts. */
  cursor_positions: {
    ...ofWorkspace,
    /** E.g. `contacts`; of deliveries the id of their webhook. */
    list: text(),
    ...id,
    /** The place in the order of the list. */
    created_at: timestamp(),
    /** The time when the element was deleted. */
    deleted_at: timestamp(),
    /**
     * The number of bytes that it counts for the quotas (usage/usage.ts); 0 for events, as there
     * are few.
     */
    bytes: defaulted(integer()),
  },

  /** A single row: the fingerprint of the key that this database's secrets were encrypted with. */
  encryption_key: { id: defaulted(integer()), fingerprint: text() },
  /** A single row, which counts the changes of API keys. */
  key_changes: { id: defaulted(integer()), count: bigint() },
  /** A single row: the newest migration that a server must know to work with these tables. */
  required_migration: { id: defaulted(integer()), name: text() },

  idempotency_keys: {
    ...ofWorkspace,
    /** The key or the session that sent the request. */
    api_key_id: text(),
    path: text(),
    key: text(),
    /** SHA-256 of the request's body with its defaults, hexadecimal. */
    request_hash: text(),
    /**
     * The fingerprint of the body without the fields that have their default; null in a row of an
     * earlier version.
     */
    body_hash: nullable(text()),
    /** The response that was sent: JSON, compressed and encrypted. */
    response: bytea(),
    /** The contacts in the response: it is erased with each of them. */
    contact_ids: texts(),
    created_at: timestamp(),
    bytes: bytes(),
  },
};

/** The tables for Kysely. */
export interface Tables extends TypesOf<typeof tables> {}

/** The tables that have all of these columns. */
export type TableWith<Columns extends string> = {
  [Table in keyof Tables]: [Columns] extends [keyof Tables[Table]]
    ? Table
    : never;
}[keyof Tables];

/**
 * The beginning of a name, as the contract shows it, of an operator's choice or of an import, which
 * nothing else bounds.
 */
export const shownName = (column: `${string}.name`): RawBuilder<string> =>
  sql`left(${sql.ref(column)}, ${limits.keyName})`;

/** The columns of a table that are fields of an object of the contract. */
export const columnsFor = <
  Table extends keyof Tables,
  Name extends keyof typeof fields,
>(
  table: Table,
  object: Name,
) =>
  fields[object].filter(
    (field): field is keyof Tables[Table] & typeof field =>
      field in tables[table],
  );
