import { sql, type Kysely } from "kysely";
import type { Tables } from "../store/tables.ts";
import type { Place } from "./page.ts";

/** So many of the newest contacts are looked through one by one before the index is asked. */
const recent = 20_000;

/** What the trigrams of the index can find: three letters or digits in a row. */
const hasTrigram = /[\p{L}\p{N}]{3}/u;

/** Three words or more. */
const isLong = /([\p{L}\p{N}]+[^\p{L}\p{N}]+){2}[\p{L}\p{N}]/u;

interface Search {
  workspaceId: string;
  q: string;
  /** Where to go on. */
  after: Place | undefined;
  count: number;
}

/**
 * The ids of the newest contacts whose name or email contains a text (D-30). What many have is soon found among the
 * newest. What few have the index gives, and these are few to sort. A single statement would leave that choice to an
 * estimate, and a wrong one reads a million rows.
 */
export async function searchContacts(database: Kysely<Tables>, search: Search): Promise<string[]> {
  const found = await read(database, search, amongNewest(search));
  return found.length === search.count ? found : read(database, search, byIndex(search));
}

async function read(
  database: Kysely<Tables>,
  { count }: Search,
  found: ReturnType<typeof sql>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (${found}) found order by created_at desc, id desc limit ${count}`.execute(database);
  return rows.map(({ id }) => id);
}

const amongNewest = (search: Search) => sql`
  select id, created_at from (
    select id, created_at, search from contacts
    where ${before(search)}
    order by created_at desc, id desc
    limit ${recent}
  ) newest
  where ${contains(search)}`;

/** The offset keeps the planner from walking all contacts in the order that is wanted in the end. */
const byIndex = (search: Search) => sql`
  select id, created_at from contacts
  where ${before(search)} and ${indexed(search)}
  offset 0`;

/** What the index is asked for. With a pattern that has no trigram it would be read from end to end. */
function indexed(search: Search) {
  const { q } = search;
  if (!hasTrigram.test(q)) {
    return sql`short_grams(search) collate "C" @> short_grams(fold(${q})) and ${contains(search)}`;
  }
  return isLong.test(q)
    ? sql`search like word_starts_pattern(${q}) and ${contains(search)}`
    : sql`search like contains_pattern(${q})`;
}

const contains = ({ q }: Search) => sql`strpos(search, fold(${q})) > 0`;

const before = ({ workspaceId, after }: Search) =>
  after === undefined
    ? sql`workspace_id = ${workspaceId}`
    : sql`workspace_id = ${workspaceId} and (created_at, id) < (${after.moment}, ${after.id})`;
