import { sql, type Kysely } from "kysely";
import { articles } from "../baseline/articles.ts";
import { contacts } from "../baseline/contacts.ts";
import { conversations } from "../baseline/conversations.ts";
import { cursorPositions } from "../baseline/cursor-positions.ts";
import { events } from "../baseline/events.ts";
import { messenger } from "../baseline/messenger.ts";
import { operation } from "../baseline/operation.ts";
import { requests } from "../baseline/requests.ts";
import { extensions, search, type Extensions } from "../baseline/search.ts";
import { sizes } from "../baseline/sizes.ts";
import { tickets } from "../baseline/tickets.ts";
import { webhooks } from "../baseline/webhooks.ts";
import { workspaces } from "../baseline/workspaces.ts";
import type { Migration } from "../migration.ts";
import type { Tables } from "../tables.ts";

/** The tables of the first release, room by room. */
export const migration: Migration = { phase: "baseline", up };

async function up(database: Kysely<Tables>): Promise<void> {
  await sql.raw(extensions).execute(database);
  const { rows } = await sql<Extensions>`
    select json_object_agg(extname, extnamespace::regnamespace) ->> 'unaccent' as unaccent,
      json_object_agg(extname, extnamespace::regnamespace) ->> 'pg_trgm' as pg_trgm from pg_extension`.execute(
    database,
  );
  const tables = [
    workspaces,
    contacts,
    conversations,
    tickets,
    articles,
    events,
    webhooks,
    messenger,
    cursorPositions,
  ];
  for (const room of [...rows.map(search), sizes, ...tables, requests, operation])
    await sql.raw(room).execute(database);
}
