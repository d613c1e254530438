import { sql, type RawBuilder, type Selectable } from "kysely";
import type { Tables } from "./tables.ts";

/*
 * The facts about this API's tables that the store needs beside their columns. In this folder only
 * this file, tables.ts and the migrations name a resource.
 */

/**
 * The table whose rows have a quota of their own, and the column of `workspace_usage_parts` that
 * counts them.
 */
export const limitedTable = "contacts";

/** The rows of `limitedTable`, as an error message calls them. */
export const limitedRows = { es: "contactos", en: "contacts" };

/** The tables whose rows expire. */
export const expiringTables: (keyof Tables)[] = [
  "events",
  "webhook_deliveries",
  "idempotency_keys",
];

/** The lists whose deleted elements stay cursors (D-18), by their tables. */
export const listsWithCursors: Partial<
  Record<keyof Tables, RawBuilder<unknown>>
> = {
  contacts: sql.lit("contacts"),
  conversations: sql.lit("conversations"),
  tickets: sql.lit("tickets"),
  webhooks: sql.lit("webhooks"),
  webhook_deliveries: sql.ref("webhook_id"),
};

/** A table whose rows refer to rows of another one, by their columns. */
export interface Reference {
  from: string;
  columns: string[];
  to: string;
  toColumns: string[];
  where?: RawBuilder<unknown>;
}

/** References that the database does not enforce. */
export const unenforcedReferences: Reference[] = [
  {
    from: "messenger_sessions",
    columns: ["workspace_id", "contact_id"],
    to: "contacts",
    toColumns: ["workspace_id", "id"],
  },
  {
    from: "events",
    columns: ["workspace_id", "contact_id"],
    to: "contacts",
    toColumns: ["workspace_id", "id"],
    // In events of 1.1.0 this column has the id of the erased contact.
    where: sql`type <> 'contact.deleted'`,
  },
  {
    from: "tickets",
    columns: ["workspace_id"],
    to: "ticket_numbers",
    toColumns: ["workspace_id"],
  },
  {
    from: "webhook_deliveries",
    columns: ["workspace_id", "id", "attempts"],
    to: "webhook_attempts",
    toColumns: ["workspace_id", "delivery_id", "number"],
    where: sql`attempts > 0`,
  },
];

/**
 * The rows that a transaction reads when it begins, in the same round trip as the time and the
 * usage.
 */
export interface StartRows {
  /** The webhooks that are enabled, and the types of events that they want. */
  webhooks: Pick<Selectable<Tables["webhooks"]>, "id" | "events">[];
}

/** Returns the SQL of the columns of `StartRows`. */
export const startColumns = (workspaceId: string) => sql`(
  select coalesce(json_agg(json_build_object('id', id, 'events', events)), '[]') from webhooks
  where workspace_id = ${workspaceId} and status = 'enabled'
) as webhooks`;

/** The channel on which a trigger of the baseline notifies of changes of keys. */
export const keyChanges = "contacts_api_key_changes";
